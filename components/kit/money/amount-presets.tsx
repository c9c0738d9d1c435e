import { useTranslations } from "next-intl";
import { Segments } from "@/components/kit/ui/segments";
import { decimalText } from "@/lib/base/money";
import { formatMoney, parseMoney } from "./money";

/** Amounts to choose instead of typing one, in minor units, and what their buttons say if it isn't the amount alone. */
export type Presets = { amounts: readonly number[]; label?: (amount: string) => string };

type Props = Presets & { currency: string; typed: string; onChoose: (amount: string) => void };

/** Buttons that fill in an amount. */
export function AmountPresets({ amounts, label = String, currency, typed, onChoose }: Props) {
  const t = useTranslations("common");
  const parsed = parseMoney(typed, currency);
  if (amounts.length === 0) return null;
  return (
    <Segments
      label={t("fields.amountPresets")}
      value={"amountCents" in parsed ? decimalText(parsed.amountCents, currency) : ""}
      onValueChange={onChoose}
      options={amounts.map((cents) => ({
        value: decimalText(cents, currency),
        label: label(formatMoney(cents, currency)),
      }))}
    />
  );
}
