import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import {
  amountSchema,
  optionalEmail,
  optionalNote,
  optionalReference,
  typedEmail,
} from "@/components/form-schemas";
import { FormMoney, FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { amountSoFar } from "@/components/money-fields";
import type { Card } from "@/components/types";
import { cardRefreshKeys, lastFour } from "./words";

type Props = { card: Card; onClose: () => void };

export const AssignDialog = ({ card, onClose }: Props) => (
  <ActionDialog
    onClose={onClose}
    title="Assign to a customer"
    description={`The card and its ${formatMoney(card.balanceCents, card.currency)} belong to them at once. They get an e-mail with a link to see it. It can't be assigned to anyone else later.`}
    verb="Assign card"
    schema={z.object({ email: typedEmail })}
    defaults={{ email: "" }}
    send={(owner, key) => post(url("/api/v1/cards/{uuid}/claim", card), owner, key)}
    refresh={cardRefreshKeys(card.uuid)}
    toast={({ ownerEmail }, { email }) => `Assigned to ${ownerEmail ?? email}`}
  >
    {(form) => (
      <FormText
        form={form}
        name="email"
        label="Customer's e-mail address"
        type="email"
        autoComplete="off"
      />
    )}
  </ActionDialog>
);

/** Makes a card that was never sold unusable. */
export function VoidDialog({ card, onClose }: Props) {
  const proof = lastFour(card.code);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Void the card ending in ${proof}`}
      consequence={
        <>
          It has no balance and{" "}
          <b className="font-semibold text-ink">can't be activated after this</b>. Use this for a
          card that was lost, damaged or created by mistake. Its history stays.
        </>
      }
      proof={proof}
      verb="Void card"
      send={(_, key) => post(url("/api/portal/cards/{uuid}/void", card), {}, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => `Card ending in ${proof} voided`}
    />
  );
}

const balanceActions = {
  activate: {
    title: "Activate the card",
    description: "The card can be redeemed as soon as it is active.",
    verb: "Activate",
    beforeAmount: " with ",
    done: "Activated with",
    path: "/api/portal/cards/{uuid}/activate",
    direction: 1,
  },
  redeem: {
    title: "Redeem",
    description: "Takes the amount off the card's balance.",
    verb: "Redeem",
    beforeAmount: " ",
    done: "Redeemed",
    path: "/api/v1/cards/{uuid}/debit",
    direction: -1,
  },
  topUp: {
    title: "Top up",
    description: "Adds the amount to the card's balance.",
    verb: "Top up",
    beforeAmount: " ",
    done: "Topped up",
    path: "/api/v1/cards/{uuid}/credit",
    direction: 1,
  },
} as const;

export type BalanceAction = keyof typeof balanceActions;

export function BalanceActionDialog({
  card,
  movement,
  onClose,
}: Props & { movement: BalanceAction }) {
  const { currency, availableCents } = card;
  const { title, description, verb, beforeAmount, done, path, direction } =
    balanceActions[movement];
  const amountOf = (typed: { amountCents: string }) => amountSoFar({ ...typed, currency });
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      description={description}
      schema={z.object({
        amountCents: amountSchema(currency, direction < 0 ? availableCents : undefined),
        note: optionalNote,
        referenceId: optionalReference,
        consumerEmail: optionalEmail,
      })}
      defaults={{ amountCents: "" }}
      // Only added amounts need confirmation: a redemption can't exceed what is available.
      amount={(typed) => ({ currency, amountCents: direction > 0 ? amountOf(typed) : null })}
      verb={(typed) => {
        const amountCents = amountOf(typed);
        const amount = amountCents !== null && formatMoney(amountCents, currency);
        return amount ? `${verb}${beforeAmount}${amount}` : verb;
      }}
      send={(body, key) => post(url(path, card), body, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={({ transaction }, { amountCents }) => ({
        message: `${done} ${formatMoney(amountCents, currency)}`,
        href: `/transactions?transaction=${transaction.id}`,
        label: "Open transaction",
      })}
    >
      {(form, check) => (
        <>
          <FormMoney
            form={form}
            name="amountCents"
            label="Amount"
            currency={currency}
            help={
              <Preview card={card} amountCents={amountOf(form.watch())} direction={direction} />
            }
          />
          {check}
          {movement === "activate" && !card.ownerEmail && (
            <FormText
              form={form}
              name="consumerEmail"
              label="Owner's e-mail address"
              optional
              type="email"
            />
          )}
          <FormText
            form={form}
            name="note"
            label="Note"
            optional
            help="The customer sees this note."
          />
          <FormText
            form={form}
            name="referenceId"
            label="Reference"
            optional
            help="For instance the receipt's number, to find it again."
            className="font-mono"
          />
        </>
      )}
    </ActionDialog>
  );
}

type PreviewProps = { card: Card; amountCents: number | null; direction: 1 | -1 };

function Preview({ card, amountCents, direction }: PreviewProps) {
  const now = formatMoney(card.balanceCents, card.currency);
  if (amountCents === null) return <>Balance now {now}</>;
  const afterCents = card.balanceCents + direction * amountCents;
  if (direction < 0 && amountCents > card.availableCents) {
    const available = formatMoney(card.availableCents, card.currency);
    const isHeld = card.availableCents < card.balanceCents;
    return isHeld ? <>More than the {available} available</> : <>More than the balance of {now}</>;
  }
  return (
    <span className="tabular-nums">
      Balance {now} {direction > 0 ? "+" : "−"} {formatMoney(amountCents, card.currency)} ={" "}
      <b className="font-semibold text-ink">{formatMoney(afterCents, card.currency)}</b>
    </span>
  );
}
