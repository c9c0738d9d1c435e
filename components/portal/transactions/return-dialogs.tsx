import * as z from "zod/mini";
import type { Movement } from "@/components/kit/api/types";
import { addsToBalance, reversibleKind } from "@/components/kit/cards/transaction-words";
import { cardRefreshKeys } from "@/components/kit/cards/words";
import { money, optional } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { optionalReference } from "@/components/kit/form/form-schemas";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar } from "@/components/kit/money/money-fields";
import { decimalText } from "@/lib/base/money";

type Props = { movement: Movement };

const ofMovement = {
  texts: "transactions",
  refresh: ({ movement }: Props) => cardRefreshKeys(movement.cardUuid),
  subject: ({ movement }: Props) => ({ uuid: movement.cardUuid }),
} as const;

const inFull = ({ movement: { amountCents, currency, card } }: Props) => ({
  amount: formatMoney(amountCents, currency),
  last4: card.last4,
});

/** Reverses a transaction in full. */
export const ReverseDialog = formDialog(ofMovement, "reverse", {
  operation: ["POST", "/api/v1/reversals"],
  // The toast has no link, which would close the panel: the panel links the reversal itself.
  values: ({ movement }) => ({ ...inFull({ movement }), kind: reversibleKind(movement) }),
  description: ({ t, movement }) =>
    t(`reverse.${addsToBalance(movement.type) ? "deducted" : "added"}`, inFull({ movement })),
  fields: ({ t }) => ({ note: optional(t("panel.note"), { help: t("refund.noteHelp") }) }),
  body: (typed, { movement }) => ({ transactionId: movement.id, ...typed }),
});

type Refundable = Props & { refundableCents: number };

/** Gives back a part of a redemption, or all of it. */
export const RefundDialog = formDialog(
  { ...ofMovement, subject: ({ movement }: Refundable) => ofMovement.subject({ movement }) },
  "refund",
  {
    operation: ["POST", "/api/v1/cards/{uuid}/credit"],
    values: ({ movement }) => ({ last4: movement.card.last4 }),
    fields: ({ t, movement: { currency }, refundableCents }) => {
      const amount = formatMoney(refundableCents, currency);
      return {
        amountCents: money(t("column.amount"), currency, {
          schema: amountSchema(currency).check(
            z.refine((cents) => cents <= refundableCents, t("refund.tooMuch", { amount })),
          ),
          initial: decimalText(refundableCents, currency),
          help: t("refund.upTo", { amount }),
        }),
        note: optional(t("panel.note"), { help: t("refund.noteHelp") }),
        referenceId: optional(t("column.reference"), {
          schema: optionalReference,
          className: "font-mono",
        }),
      };
    },
    amount: ({ amountCents }, { movement: { currency } }) => ({
      currency,
      amountCents: amountSoFar({ amountCents, currency }),
      isAvailable: true,
    }),
    body: (typed, { movement }) => ({ ...typed, originalTransactionId: movement.id }),
    toast: ({ transaction }, _, { t, movement }) =>
      t("refund.toast", { amount: formatMoney(transaction.amountCents, movement.currency) }),
  },
);
