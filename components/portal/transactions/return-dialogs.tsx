import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { post, url } from "@/components/kit/api/api";
import type { Movement } from "@/components/kit/api/types";
import { addsToBalance, reversibleKind } from "@/components/kit/cards/transaction-words";
import { cardRefreshKeys } from "@/components/kit/cards/words";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { optionalNote, optionalReference } from "@/components/kit/form/form-schemas";
import { FormMoney, FormText } from "@/components/kit/form/form-text";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar } from "@/components/kit/money/money-fields";

type Props = { movement: Movement; onClose: () => void };

/** Reverses a transaction in full. */
export function ReverseDialog({ movement, onClose }: Props) {
  const t = useTranslations("transactions");
  const { amountCents, currency, card, cardUuid } = movement;
  const amount = formatMoney(amountCents, currency);
  const change = addsToBalance(movement.type) ? "deducted" : "added";
  return (
    <ActionDialog
      onClose={onClose}
      title={t("reverse.title", { amount, kind: reversibleKind(movement) })}
      description={t(`reverse.${change}`, { amount, last4: card.last4 })}
      verb={t("reverse.submit", { amount })}
      schema={z.object({ note: optionalNote })}
      defaults={{}}
      send={(body, key) => post("/api/v1/reversals", { transactionId: movement.id, ...body }, key)}
      refresh={cardRefreshKeys(cardUuid)}
      // Without a link, which would close the panel: the panel links the reversal itself.
      toast={() => t("reverse.done", { amount })}
    >
      {(form) => (
        <FormText
          form={form}
          name="note"
          label={t("panel.note")}
          optional
          help={t("refund.noteHelp")}
        />
      )}
    </ActionDialog>
  );
}

/** Gives back a part of a redemption, or all of it. */
export function RefundDialog({
  movement,
  refundableCents,
  onClose,
}: Props & { refundableCents: number }) {
  const t = useTranslations("transactions");
  const { currency, card, cardUuid, id } = movement;
  const left = formatMoney(refundableCents, currency);
  return (
    <ActionDialog
      onClose={onClose}
      title={t("refund.title")}
      description={t("refund.description", { last4: card.last4 })}
      schema={z.object({
        amountCents: amountSchema(currency).check(
          z.refine((cents) => cents <= refundableCents, t("refund.tooMuch", { amount: left })),
        ),
        note: optionalNote,
        referenceId: optionalReference,
      })}
      defaults={{ amountCents: "" }}
      verb={(typed) => {
        const amountCents = amountSoFar({ ...typed, currency });
        return amountCents === null
          ? t("returns.refund")
          : t("refund.submit", { amount: formatMoney(amountCents, currency) });
      }}
      send={(body, key) =>
        post(
          url("/api/v1/cards/{uuid}/credit", { uuid: cardUuid }),
          { ...body, originalTransactionId: id },
          key,
        )
      }
      refresh={cardRefreshKeys(cardUuid)}
      toast={({ transaction }) =>
        t("refund.done", { amount: formatMoney(transaction.amountCents, currency) })
      }
    >
      {(form) => (
        <>
          <FormMoney
            form={form}
            name="amountCents"
            label={t("column.amount")}
            currency={currency}
            help={t("refund.upTo", { amount: left })}
          />
          <FormText
            form={form}
            name="note"
            label={t("panel.note")}
            optional
            help={t("refund.noteHelp")}
          />
          <FormText
            form={form}
            name="referenceId"
            label={t("column.reference")}
            optional
            className="font-mono"
          />
        </>
      )}
    </ActionDialog>
  );
}
