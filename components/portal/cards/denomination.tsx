import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { type FieldAt, field } from "@/components/kit/dialog/fields";
import { FormCheckbox } from "@/components/kit/form/form-fields";
import { problem } from "@/components/kit/form/form-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar } from "@/components/kit/money/money-fields";

/** What cards are sold for, as printed on them; null for any amount. */
type Printed = { denominationCents: number | null; currency: string };

type Sale = { amountCents: number; anyAmount: boolean };

/** Refuses another amount than the printed one, unless `anyAmount` is checked. */
export function refuseOtherAmount<S extends Sale>(
  sale: S,
  { issues }: z.core.ParsePayload,
  { denominationCents, currency }: Printed,
): S {
  if (denominationCents !== null && sale.amountCents !== denominationCents && !sale.anyAmount) {
    const why = problem("amountPrinted", { amount: formatMoney(denominationCents, currency) });
    issues.push({ code: "custom", path: ["amountCents"], ...why, input: sale });
  }
  return sale;
}

/** The checkbox for an amount that differs from the printed one; nothing while it doesn't. */
export const anyAmountField = (printed: Printed) =>
  field(z.boolean(), false, (at) => <AnyAmountField {...at} {...printed} />);

function AnyAmountField(props: FieldAt & Printed) {
  const { form, name, denominationCents, currency } = props;
  const t = useTranslations("cards");
  const amountCents = amountSoFar({ amountCents: form.watch("amountCents"), currency });
  if (denominationCents === null || amountCents === null || amountCents === denominationCents)
    return null;
  return (
    <FormCheckbox
      form={form}
      name={name}
      label={t("balance.anyAmount")}
      help={t("balance.anyAmountHelp", { amount: formatMoney(denominationCents, currency) })}
    />
  );
}
