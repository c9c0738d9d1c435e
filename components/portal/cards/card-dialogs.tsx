import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { post, url } from "@/components/kit/api/api";
import type { Card } from "@/components/kit/api/types";
import { cardRefreshKeys, lastFour } from "@/components/kit/cards/words";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { email } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { optionalEmail, optionalNote, optionalReference } from "@/components/kit/form/form-schemas";
import { FormMoney, FormText } from "@/components/kit/form/form-text";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar } from "@/components/kit/money/money-fields";
import { Notice } from "@/components/kit/ui/notice";
import { strong } from "@/components/kit/ui/strong";
import { decimalText } from "@/lib/base/money";
import { last4Of, ofCard } from "./card-area";
import { AnyAmountField, refuseOtherAmount } from "./denomination";
import { useCardDetails } from "./use-card-details";

type Props = { card: Card; onClose: () => void };

export const AssignDialog = formDialog(ofCard, "assign", {
  operation: ["POST", "/api/v1/cards/{uuid}/claim"],
  values: ({ card }) => ({ amount: formatMoney(card.balanceCents, card.currency) }),
  fields: ({ t }) => ({ email: email(t("assign.email")) }),
  toast: ({ ownerEmail }, typed, { t }) => t("assign.toast", { email: ownerEmail ?? typed.email }),
});

/** Makes a card that was never sold unusable. */
export const VoidDialog = confirmation(ofCard, "void", {
  operation: ["POST", "/api/portal/cards/{uuid}/void"],
  values: last4Of,
  proof: ({ card }) => lastFour(card.code),
});

const balanceActions = {
  activate: { path: "/api/portal/cards/{uuid}/activate", direction: 1 },
  redeem: { path: "/api/v1/cards/{uuid}/debit", direction: -1 },
  topUp: { path: "/api/v1/cards/{uuid}/credit", direction: 1 },
} as const;

export type BalanceAction = keyof typeof balanceActions;

type MovementProps = Props & { movement: BalanceAction };

export function BalanceActionDialog(props: MovementProps) {
  const { uuid } = props.card;
  const details = useCardDetails(uuid);
  if (props.movement !== "activate") return <MovementDialog {...props} denominationCents={null} />;
  // Without it, the dialog could offer an amount that isn't the printed one.
  if (!details.data) return null;
  return <MovementDialog {...props} denominationCents={details.data.denominationCents} />;
}

function MovementDialog(props: MovementProps & { denominationCents: number | null }) {
  const { card, movement, denominationCents, onClose } = props;
  const t = useTranslations("cards");
  const { currency, availableCents } = card;
  const [openedWith] = useState(card);
  const { path, direction } = balanceActions[movement];
  const printed = { denominationCents, currency };
  const amountOf = (typed: { amountCents: string }) => amountSoFar({ ...typed, currency });
  return (
    <ActionDialog
      onClose={onClose}
      title={t(`balance.${movement}.title`)}
      description={t(`balance.${movement}.description`)}
      schema={z
        .object({
          amountCents: amountSchema(currency, direction < 0 ? availableCents : undefined),
          anyAmount: z.boolean(),
          note: optionalNote,
          referenceId: optionalReference,
          consumerEmail: optionalEmail,
        })
        .check(refuseOtherAmount(printed))}
      defaults={{
        amountCents: denominationCents === null ? "" : decimalText(denominationCents, currency),
        anyAmount: false,
      }}
      // Only added amounts need confirmation: a redemption can't exceed what is available.
      amount={(typed) => ({ currency, amountCents: direction > 0 ? amountOf(typed) : null })}
      verb={(typed) => {
        const amountCents = amountOf(typed);
        if (amountCents === null) return t(`balance.${movement}.submit`);
        return t(`balance.${movement}.submitAmount`, {
          amount: formatMoney(amountCents, currency),
        });
      }}
      send={({ anyAmount, ...body }, key) =>
        post(url(path, card), { ...body, ...(anyAmount && { anyAmount }) }, key)
      }
      refresh={cardRefreshKeys(card.uuid)}
      toast={({ transaction }, { amountCents }) => ({
        message: t(`balance.${movement}.toast`, { amount: formatMoney(amountCents, currency) }),
        href: `/transactions?transaction=${transaction.id}`,
        label: t("balance.openTransaction"),
      })}
    >
      {(form, check) => (
        <>
          <FormMoney
            form={form}
            name="amountCents"
            label={t("balance.amount")}
            currency={currency}
            help={
              <Preview card={card} amountCents={amountOf(form.watch())} direction={direction} />
            }
          />
          {check}
          <AnyAmountField form={form} {...printed} />
          {card.balanceCents !== openedWith.balanceCents && (
            <Notice tone="attention">
              {t("balance.changed", { balance: formatMoney(card.balanceCents, currency) })}
            </Notice>
          )}
          {movement === "activate" && !card.ownerEmail && (
            <FormText
              form={form}
              name="consumerEmail"
              label={t("balance.email")}
              optional
              type="email"
            />
          )}
          <FormText
            form={form}
            name="note"
            label={t("balance.note")}
            optional
            help={t("balance.noteHelp")}
          />
          <FormText
            form={form}
            name="referenceId"
            label={t("balance.reference")}
            optional
            help={t("balance.referenceHelp")}
            className="font-mono"
          />
        </>
      )}
    </ActionDialog>
  );
}

type PreviewProps = { card: Card; amountCents: number | null; direction: 1 | -1 };

function Preview({ card, amountCents, direction }: PreviewProps) {
  const t = useTranslations("cards");
  const { balanceCents, availableCents, currency } = card;
  const balance = formatMoney(balanceCents, currency);
  if (amountCents === null) return t("balance.preview.now", { balance });
  if (direction < 0 && amountCents > availableCents) {
    return availableCents < balanceCents
      ? t("balance.preview.overAvailable", { available: formatMoney(availableCents, currency) })
      : t("balance.preview.overBalance", { balance });
  }
  return (
    <span className="tabular-nums">
      {t.rich(direction > 0 ? "balance.preview.added" : "balance.preview.deducted", {
        balance,
        amount: formatMoney(amountCents, currency),
        after: formatMoney(balanceCents + direction * amountCents, currency),
        b: strong,
      })}
    </span>
  );
}
