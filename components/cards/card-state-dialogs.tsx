import Link from "next/link";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post, type ReplyOf, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormRadio } from "@/components/form-fields";
import { optionalReason, optionalText, typedProof } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { ProofField } from "@/components/proof-field";
import { useIsOwner } from "@/components/session";
import type { Card } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SecretField } from "@/components/ui/secret-field";
import { cardRefreshKeys, cardTypeWords, lastFour } from "./words";

type Props = { card: Card; onClose: () => void };

const balanceOf = ({ balanceCents, currency }: Card) => formatMoney(balanceCents, currency);

export const FreezeDialog = ({ card, onClose }: Props) => (
  <ActionDialog
    onClose={onClose}
    title={`Freeze the card ending in ${lastFour(card.code)}`}
    description="This card can't be redeemed, transferred or sent as a gift until you unfreeze it. You can still top it up."
    verb="Freeze card"
    schema={z.object({ reason: optionalReason })}
    defaults={{ reason: "" }}
    send={(body, key) => post(url("/api/v1/cards/{uuid}/freeze", card), body, key)}
    refresh={cardRefreshKeys(card.uuid)}
    toast={() => `Card ending in ${lastFour(card.code)} frozen`}
  >
    {(form) => (
      <FormText
        form={form}
        name="reason"
        label="Reason"
        optional
        help="For your team, such as “Reported lost”. The customer doesn't see it."
      />
    )}
  </ActionDialog>
);

export const UnfreezeDialog = ({ card, onClose }: Props) => (
  <ConfirmDialog
    onClose={onClose}
    title={`Unfreeze the card ending in ${lastFour(card.code)}`}
    consequence={`Its balance of ${balanceOf(card)} can be redeemed again.`}
    verb="Unfreeze card"
    keep="Keep it frozen"
    variant="primary"
    send={(_, key) => post(url("/api/v1/cards/{uuid}/unfreeze", card), {}, key)}
    refresh={cardRefreshKeys(card.uuid)}
    toast={() => `Card ending in ${lastFour(card.code)} unfrozen`}
  />
);

type Replaced = ReplyOf<"/api/v1/cards/{uuid}/replace", "POST">;

/** Moves a card's balance to a new card, whose code is shown once it exists. */
export function ReplaceDialog({ card, onClose }: Props) {
  const [done, setDone] = useState<Replaced | null>(null);
  if (done) return <NewCard card={done.card} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={`Replace the card ending in ${lastFour(card.code)}`}
      description={`Moves ${balanceOf(card)} to a new card with the same customer, expiration date and PIN. This card is disabled and can't be used again.`}
      verb="Replace card"
      danger
      schema={z.object({
        cardType: z.enum(["digital", "physical"]),
        code: optionalText(64),
      })}
      defaults={{ cardType: card.cardType, code: "" }}
      send={(body, key) => post(url("/api/v1/cards/{uuid}/replace", card), body, key)}
      done={setDone}
      refresh={cardRefreshKeys(card.uuid)}
    >
      {(form) => (
        <>
          <FormRadio
            form={form}
            name="cardType"
            legend="New card"
            options={(["digital", "physical"] as const).map((value) => ({
              value,
              label: cardTypeWords[value],
            }))}
          />
          <FormText
            form={form}
            name="code"
            label="Code of the new card"
            optional
            help="If it is printed already. Leave blank for a new code."
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </ActionDialog>
  );
}

const NewCard = ({ card, onClose }: Props) => (
  <Dialog
    onClose={onClose}
    title="Card replaced"
    description={`${balanceOf(card)} moved to the new card.`}
  >
    <div className="grid gap-4">
      <SecretField
        secret={card.code}
        label="Code"
        warning="Treat this code like cash. You can view it later on the card page."
      />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        <Button variant="primary" asChild>
          <Link href={`/cards/${card.uuid}`}>Open new card</Link>
        </Button>
      </DialogActions>
    </div>
  </Dialog>
);

/** Disables a card permanently and asks what happens to its balance. */
export function DisableDialog({ card, onClose }: Props) {
  const [moves, setMoves] = useState(false);
  const proof = lastFour(card.code);
  if (moves) return <ReplaceDialog card={card} onClose={onClose} />;
  const hasBalance = card.balanceCents > 0;
  return (
    <ActionDialog
      onClose={onClose}
      title={`Disable the card ending in ${proof}`}
      description="The card can't be redeemed, topped up or enabled again. Its history stays."
      danger
      verb={({ balance }) =>
        hasBalance && balance === "write_off"
          ? `Disable and write off ${balanceOf(card)}`
          : "Disable card"
      }
      schema={z.object({
        balance: z.enum(["keep", "write_off"]),
        ending: typedProof(proof),
      })}
      defaults={{ balance: "keep", ending: "" }}
      send={({ balance }, key) => post(url("/api/v1/cards/{uuid}/disable", card), { balance }, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => `Card ending in ${proof} disabled`}
    >
      {(form) => (
        <>
          {hasBalance && (
            <BalanceChoice form={form} amount={balanceOf(card)} onMove={() => setMoves(true)} />
          )}
          <ProofField
            proof={proof}
            error={form.formState.errors.ending?.message}
            {...form.register("ending")}
          />
        </>
      )}
    </ActionDialog>
  );
}

const keepBalance = {
  value: "keep",
  label: "Keep as outstanding balance",
  help: "It can't be redeemed but is still part of your liability.",
};
const writeOffBalance = {
  value: "write_off",
  label: "Write off",
  help: "Counts as breakage income and leaves your liability.",
};

type ChoiceProps = {
  form: UseFormReturn<{ balance: "keep" | "write_off"; ending: string }>;
  amount: string;
  onMove: () => void;
};

/** What happens to the balance of a card that is disabled. Only owners can write it off. */
function BalanceChoice({ form, amount, onMove }: ChoiceProps) {
  const isOwner = useIsOwner();
  return (
    <>
      <FormRadio
        form={form}
        name="balance"
        legend={`What should happen to the ${amount} balance?`}
        options={isOwner ? [keepBalance, writeOffBalance] : [keepBalance]}
      />
      <p className="text-sm text-muted">
        Does the customer still want it?{" "}
        <button
          type="button"
          className="font-medium text-ink underline underline-offset-4"
          onClick={onMove}
        >
          Move it to a new card
        </button>
      </p>
    </>
  );
}

/** Takes the balance of a disabled card as income. For owners. */
export const WriteOffDialog = ({ card, onClose }: Props) => (
  <ConfirmDialog
    onClose={onClose}
    title={`Write off ${balanceOf(card)}`}
    consequence={
      <>
        <b className="font-semibold text-ink">
          {balanceOf(card)} counts as breakage income and leaves your liability.
        </b>{" "}
        The card stays disabled. This can't be undone.
      </>
    }
    proof={lastFour(card.code)}
    verb={`Write off ${balanceOf(card)}`}
    send={(_, key) => post(url("/api/portal/cards/{uuid}/write-off", card), {}, key)}
    refresh={cardRefreshKeys(card.uuid)}
    toast={() => `${balanceOf(card)} written off`}
  />
);
