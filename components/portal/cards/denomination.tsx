import { useTranslations } from "next-intl";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { FormCheckbox } from "@/components/kit/form/form-fields";
import { problem } from "@/components/kit/form/form-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar } from "@/components/kit/money/money-fields";

/** What cards are sold for, as printed on them; null for any amount. */
type Printed = { denominationCents: number | null; currency: string };

type Sale = { amountCents: number; anyAmount: boolean };

/** Refuses another amount than the printed one, unless `anyAmount` is checked. */
export const refuseOtherAmount =
  ({ denominationCents, currency }: Printed) =>
  ({ value, issues }: z.core.ParsePayload<Sale>) => {
    const { amountCents, anyAmount } = value;
    if (denominationCents === null || amountCents === denominationCents || anyAmount) return;
    const why = problem("amountPrinted", { amount: formatMoney(denominationCents, currency) });
    issues.push({ code: "custom", path: ["amountCents"], ...why, input: value });
  };

type Typed = FieldValues & { amountCents: string; anyAmount: boolean };
type Props<T extends Typed, Values> = Printed & { form: UseFormReturn<T, unknown, Values> };

/** The checkbox for an amount that differs from the printed one; nothing while it doesn't. */
export function AnyAmountField<T extends Typed, Values>(props: Props<T, Values>) {
  const { form, denominationCents, currency } = props;
  const t = useTranslations("cards");
  const amountCents = amountSoFar({ ...form.watch(), currency });
  if (denominationCents === null || amountCents === null || amountCents === denominationCents)
    return null;
  return (
    <FormCheckbox
      form={form}
      name={"anyAmount" as Path<T>}
      label={t("balance.anyAmount")}
      help={t("balance.anyAmountHelp", { amount: formatMoney(denominationCents, currency) })}
    />
  );
}
