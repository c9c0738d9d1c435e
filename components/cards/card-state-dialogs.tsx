import Link from "next/link";
import { useState } from "react";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post, type ReplyOf, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormRadio } from "@/components/form-fields";
import { optionalReason, optionalText } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { useIsOwner } from "@/components/session";
import type { Card } from "@/components/types";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { cardRefreshKeys, cardTypeWords, inFours, lastFour } from "./words";

type Props = { card: Card; onClose: () => void };

const balanceOf = ({ balanceCents, currency }: Card) => formatMoney(balanceCents, currency);

export const FreezeDialog = ({ card, onClose }: Props) => (
  <ActionDialog
    onClose={onClose}
    title={`Freeze the card ending in ${lastFour(card.code)}`}
    description="Nothing can be redeemed, transferred or given from the card until you unfreeze it. It can still be topped up."
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
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border bg-sunken px-4 py-2">
        <span className="font-mono text-base">{inFours(card.code)}</span>
        <CopyButton text={card.code} what="code" withWord />
      </div>
      <Notice tone="attention">
        Treat codes like cash. You can view it later on its card page.
      </Notice>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        <Button variant="primary" asChild>
          <Link href={`/cards/${card.uuid}`}>Open new card</Link>
        </Button>
      </DialogActions>
    </div>
  </Dialog>
);

const lastFourTyped = (ending: string) =>
  z
    .string()
    .check(
      z.refine(
        (typed) => typed.trim().toUpperCase() === ending.toUpperCase(),
        `Type ${ending} to go on.`,
      ),
    );

/** Disables a card permanently and asks what becomes of its balance. */
export function DisableDialog({ card, onClose }: Props) {
  const isOwner = useIsOwner();
  const [moves, setMoves] = useState(false);
  const ending = lastFour(card.code);
  if (moves) return <ReplaceDialog card={card} onClose={onClose} />;
  const hasBalance = card.balanceCents > 0;
  const amount = balanceOf(card);
  return (
    <ActionDialog
      onClose={onClose}
      title={`Disable the card ending in ${ending}`}
      description="The card can't be redeemed, topped up or enabled again. Its history stays."
      danger
      verb={({ balance }) =>
        hasBalance && balance === "write_off" ? `Disable and write off ${amount}` : "Disable card"
      }
      schema={z.object({
        balance: z.enum(["keep", "write_off"]),
        ending: lastFourTyped(ending),
      })}
      defaults={{ balance: "keep", ending: "" }}
      send={({ balance }, key) => post(url("/api/v1/cards/{uuid}/disable", card), { balance }, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => `Card ending in ${ending} disabled`}
    >
      {(form) => (
        <>
          {hasBalance && (
            <FormRadio
              form={form}
              name="balance"
              legend={`What happens to its ${amount}?`}
              options={[
                {
                  value: "keep",
                  label: "Stays owed",
                  help: "It can't be redeemed and stays part of your liability.",
                },
                ...(isOwner
                  ? [
                      {
                        value: "write_off",
                        label: "Written off",
                        help: "It becomes income (breakage) and is no longer owed.",
                      },
                    ]
                  : []),
              ]}
            />
          )}
          {hasBalance && (
            <p className="text-sm text-muted">
              Does the customer still want it?{" "}
              <button
                type="button"
                className="font-medium text-ink underline underline-offset-4"
                onClick={() => setMoves(true)}
              >
                Move it to a new card
              </button>
            </p>
          )}
          <FormText
            form={form}
            name="ending"
            label={`Type the last four of its code: ${ending}`}
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </ActionDialog>
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
          {balanceOf(card)} becomes income (breakage) and is no longer owed.
        </b>{" "}
        The card stays disabled. This can't be undone.
      </>
    }
    proof={{ label: "Type the last four of its code:", text: lastFour(card.code) }}
    verb={`Write off ${balanceOf(card)}`}
    send={(_, key) => post(url("/api/portal/cards/{uuid}/write-off", card), {}, key)}
    refresh={cardRefreshKeys(card.uuid)}
    toast={() => `${balanceOf(card)} written off`}
  />
);
