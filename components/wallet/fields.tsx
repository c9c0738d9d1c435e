import { useTranslations } from "next-intl";
import type { FieldValues } from "react-hook-form";
import { FormMoney } from "@/components/kit/form/form-money";
import { type FieldInForm, FormText } from "@/components/kit/form/form-text";
import { formatMoney } from "@/components/kit/money/money";
import type { OwnCard } from "./types";

export const AmountField = <Typed extends FieldValues, Values>({
  card: { availableCents, currency },
  ...place
}: FieldInForm<Typed, Values> & { card: OwnCard }) => {
  const t = useTranslations("wallet");
  return (
    <FormMoney
      {...place}
      label={t("amount.label")}
      help={t("amount.available", { amount: formatMoney(availableCents, currency) })}
      currency={currency}
    />
  );
};

/** Field for a printed card code, with or without dashes. */
export const CodeField = <Typed extends FieldValues, Values>({
  label,
  ...place
}: FieldInForm<Typed, Values> & { label?: string }) => {
  const t = useTranslations("wallet");
  return (
    <FormText
      {...place}
      label={label ?? t("code.label")}
      help={t("code.help")}
      className="font-mono tracking-wider uppercase placeholder:normal-case"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
    />
  );
};
