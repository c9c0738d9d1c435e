import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post, url } from "@/components/api";
import { cardRefreshKeys } from "@/components/cards/words";
import { amountSchema, optionalNote, optionalReference } from "@/components/form-schemas";
import { FormMoney, FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { amountSoFar } from "@/components/money-fields";
import type { Movement } from "@/components/types";
import { movementWords, nounOf } from "./words";

type Props = { movement: Movement; onClose: () => void };

const noteHelp = "The customer sees this note.";

/** Reverses a transaction in full. */
export function ReverseDialog({ movement, onClose }: Props) {
  const { amountCents, currency, card, cardUuid } = movement;
  const amount = formatMoney(amountCents, currency);
  const isIncoming = movementWords[movement.type].direction > 0;
  const change = isIncoming ? "is deducted from" : "is added back to";
  return (
    <ActionDialog
      onClose={onClose}
      title={`Reverse this ${amount} ${nounOf(movement)}`}
      description={`${amount} ${change} the card ending in ${card.last4}. Both transactions stay in the history, and the expiration date stays the same.`}
      verb={`Reverse ${amount}`}
      schema={z.object({ note: optionalNote })}
      defaults={{}}
      send={(body, key) => post("/api/v1/reversals", { transactionId: movement.id, ...body }, key)}
      refresh={cardRefreshKeys(cardUuid)}
      // Without a link, which would close the panel: the panel links the reversal itself.
      toast={() => `${amount} reversed`}
    >
      {(form) => <FormText form={form} name="note" label="Note" optional help={noteHelp} />}
    </ActionDialog>
  );
}

/** Gives back a part of a redemption, or all of it. */
export function RefundDialog({
  movement,
  refundableCents,
  onClose,
}: Props & { refundableCents: number }) {
  const { currency, card, cardUuid, id } = movement;
  const left = formatMoney(refundableCents, currency);
  return (
    <ActionDialog
      onClose={onClose}
      title="Refund"
      description={`The amount is added back to the card ending in ${card.last4}.`}
      schema={z.object({
        amountCents: amountSchema(currency).check(
          z.refine((cents) => cents <= refundableCents, `At most ${left} can be refunded.`),
        ),
        note: optionalNote,
        referenceId: optionalReference,
      })}
      defaults={{ amountCents: "" }}
      verb={(typed) => {
        const amountCents = amountSoFar({ ...typed, currency });
        return amountCents === null ? "Refund" : `Refund ${formatMoney(amountCents, currency)}`;
      }}
      send={(body, key) =>
        post(
          url("/api/v1/cards/{uuid}/credit", { uuid: cardUuid }),
          { ...body, originalTransactionId: id },
          key,
        )
      }
      refresh={cardRefreshKeys(cardUuid)}
      toast={({ transaction }) => `Refunded ${formatMoney(transaction.amountCents, currency)}`}
    >
      {(form) => (
        <>
          <FormMoney
            form={form}
            name="amountCents"
            label="Amount"
            currency={currency}
            help={`Up to ${left}`}
          />
          <FormText form={form} name="note" label="Note" optional help={noteHelp} />
          <FormText
            form={form}
            name="referenceId"
            label="Reference"
            optional
            className="font-mono"
          />
        </>
      )}
    </ActionDialog>
  );
}
