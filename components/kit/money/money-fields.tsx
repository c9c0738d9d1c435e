import { useTranslations } from "next-intl";
import { type ComponentProps, type FormEventHandler, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { useSessionIfAny } from "@/components/kit/api/session";
import { CurrencyField } from "@/components/kit/form/form-fields";
import { FormMoney, FormPresets } from "@/components/kit/form/form-money";
import { MoneyField } from "@/components/kit/ui/field";
import { amountProblem } from "./amount-schemas";
import { formatMoney, parseMoney, usualAmounts, usualCentsOf } from "./money";

type Typed = { currency: string; amountCents: string };

/** Parses the typed amount into minor units of the selected currency. */
export function withParsedAmount<T extends Typed>(typed: T, context: z.core.ParsePayload) {
  const parsed = parseMoney(typed.amountCents, typed.currency);
  if ("amountCents" in parsed) return { ...typed, amountCents: parsed.amountCents };
  const why = amountProblem(parsed.problem, typed.currency);
  context.issues.push({ code: "custom", path: ["amountCents"], ...why, input: typed });
  return z.NEVER;
}

/** The amount typed so far, in minor units; null if it is invalid. */
export function amountSoFar({ currency, amountCents }: Typed): number | null {
  const parsed = parseMoney(amountCents, currency);
  return "amountCents" in parsed ? parsed.amountCents : null;
}

type FieldsProps = { form: UseFormReturn<FieldValues, unknown, unknown> } & Pick<
  ComponentProps<typeof FormMoney>,
  "help" | "optional"
> & { label?: string };

/** An amount and its currency side by side, with amounts to choose. */
export const AmountFields = ({ form, label, ...field }: FieldsProps) => {
  const t = useTranslations("common");
  const currency = form.watch("currency");
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3">
        <FormMoney
          {...field}
          form={form}
          name="amountCents"
          label={label ?? t("fields.amount")}
          currency={currency}
        />
        <CurrencyField form={form} name="currency" />
      </div>
      <FormPresets
        form={form}
        name="amountCents"
        currency={currency}
        amounts={usualAmounts(currency)}
      />
    </div>
  );
};

type Sending = { submit: FormEventHandler<HTMLFormElement> };
export type AmountToConfirm = {
  currency: string;
  amountCents: number | null;
  each?: boolean | undefined;
  /** An amount that can't be unusually large, because it can't exceed what is available. */
  isAvailable?: boolean | undefined;
};

/**
 * Asks for an amount above 10,000 major units a second time before `sending` submits it. `check` is
 * the input for that, shown below the form's fields. `each`: the amount goes on more than one card.
 */
export function useLargeAmountCheck<T extends Sending>(sending: T, amount: AmountToConfirm) {
  const { currency, amountCents, each = false, isAvailable = false } = amount;
  const session = useSessionIfAny();
  const store = session?.merchant ?? { currency, usualAmountCents: null };
  const t = useTranslations("common");
  const [again, setAgain] = useState("");
  const [refused, setRefused] = useState(false);
  const large = !isAvailable && amountCents !== null && amountCents > usualCentsOf(currency, store);
  const parsed = parseMoney(again, currency);
  const matches = "amountCents" in parsed && parsed.amountCents === amountCents;

  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    setRefused(large && !matches);
    if (!large || matches) return sending.submit(event);
    event.preventDefault();
  };
  const check = large && (
    <MoneyField
      label={t(each ? "amountCheck.each" : "amountCheck.total", {
        amount: formatMoney(amountCents, currency),
      })}
      error={refused && !matches ? t("amountCheck.differs") : undefined}
      currency={currency}
      value={again}
      onChange={(event) => setAgain(event.target.value)}
    />
  );
  return { sending: { ...sending, submit }, check };
}
