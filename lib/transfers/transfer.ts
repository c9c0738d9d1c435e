import { eq } from "drizzle-orm";
import { codeHmac } from "../cards/code";
import { findCard } from "../cards/find";
import { MOVEMENT_POLICIES } from "../cards/movements";
import { REFUSED_STATUSES, refuseStatus } from "../cards/refused-statuses";
import type { Ctx } from "../context";
import { db, onlyRow, type Tx } from "../db/client";
import { cards } from "../db/schema/cards";
import { transfers } from "../db/schema/transfers";
import { invalidField, isRefusal, Refusal } from "../errors";
import { newId } from "../ids";
import { type LockedCard, lockCards } from "../ledger/lock-cards";
import { moveOne } from "../ledger/move";
import { lockedOperation, storedResponse } from "../ledger/operation";
import type { MovementResult } from "../ledger/records";
import { limitGuesses } from "../limits/attempt-limits";
import { MAX_CENTS } from "../money";
import { type Conversion, convertTransfer } from "./convert";
import { TRANSFER_COLUMNS, type Transfer } from "./read";

export type TransferOrder = {
  fromCardId: string;
  /** The code of a card at another store, as returned by parseCode(). */
  toCode: string;
  /** Identifies the card instead of `toCode`, which can't identify cards from another provider. */
  toCodeHmac?: Uint8Array | undefined;
  /** In minor units of the first card's currency. */
  amountCents: number;
  quoteId?: string | undefined;
  /** The consumer who must own the first card. Omitted if the merchant makes the request. */
  ownerId?: string | undefined;
};

export type Transferred = MovementResult & { transfer: Transfer };

/**
 * Moves `amountCents` from a card of this store to the card with this code at another store (design,
 * Transfers), as one movement on each card in one commit. Codes that match no usable card count as guesses,
 * which are rate limited.
 * Refuses: not_found (either card), transfers_not_enabled, card_not_active, card_expired, rate_stale,
 * currency_mismatch (no rate, or another quote's), insufficient_balance (with `balanceCents`),
 * balance_limit_exceeded, invalid_request (too little, the same store, no quote), rate_limited.
 */
export async function transfer(ctx: Ctx, order: TransferOrder): Promise<Transferred> {
  const earlier = await storedResponse<Transferred>(ctx);
  if (earlier) return earlier;
  // Only an attempt that found no card can be a guess.
  return await limitGuesses([["transfer-code", ctx.principal.actor]], () => commit(ctx, order));
}

async function commit(ctx: Ctx, order: TransferOrder): Promise<Transferred> {
  const { merchantId } = ctx;
  const [from, to] = await Promise.all([
    findCard(merchantId, order.fromCardId),
    findTarget(order.toCodeHmac ?? codeHmac(order.toCode)),
  ]);
  const converted =
    from && to ? await convertTransfer({ ...order, from: from.currency, to: to.currency }) : null;
  const keys = [from && { merchantId, cardId: from.id }, to].filter((key) => key !== undefined);
  return await lockedOperation(
    ctx,
    (tx) => lockCards(tx, keys),
    async (tx, locked) => {
      const [source, target] = [from?.id, to?.cardId].map((id) => locked.find((c) => c.id === id));
      const sides = checkSides(order, { source, target, converted });
      return await moveBoth(ctx, tx, order.amountCents, sides);
    },
  );
}

/** Finds the card with this code hash, at any store. */
async function findTarget(hmac: Uint8Array) {
  const [card] = await db()
    .select({ merchantId: cards.merchantId, cardId: cards.id, currency: cards.currency })
    .from(cards)
    .where(eq(cards.codeHmac, hmac));
  return card;
}

type Sides = {
  source: LockedCard | undefined;
  target: LockedCard | undefined;
  converted: Conversion | Refusal | null;
};

/** Refuses in the documented order. Any reason that the other card can't take a transfer is not_found. */
function checkSides({ ownerId }: TransferOrder, { source, target, converted }: Sides) {
  if (!source || (ownerId !== undefined && source.ownerId !== ownerId)) {
    throw new Refusal("not_found");
  }
  if (!source.store.transfersEnabled) throw new Refusal("transfers_not_enabled");
  const takesTransfers = target?.status === "active" && target.store.transfersEnabled;
  if (!takesTransfers || target.isExpired) throw new Refusal("not_found");
  refuseStatus(source.status, REFUSED_STATUSES.transfer);
  if (source.isExpired) throw new Refusal("card_expired");
  if (!converted) throw new Error("two cards, and nothing was converted");
  if (isRefusal(converted)) throw converted;
  return { source, target, converted };
}

async function moveBoth(
  ctx: Ctx,
  tx: Tx,
  amountCents: number,
  { source, target, converted }: ReturnType<typeof checkSides>,
): Promise<Transferred> {
  const { rate, asOf: rateAsOf, amountCents: arrivesCents } = converted;
  const id = newId();
  const out = { ...MOVEMENT_POLICIES.transferOut, cardId: source.id, amountCents, transferId: id };
  const sent = await moveOne(ctx, tx, out);
  if (arrivesCents > MAX_CENTS - target.balanceCents) throw new Refusal("not_found");
  if (target.merchantId === source.merchantId) {
    throw invalidField("toCode", "is a card of the same store");
  }
  // No refusals past this point.
  const received = await moveOne(asOtherStore(ctx, target.merchantId), tx, {
    ...MOVEMENT_POLICIES.transferIn,
    counterAccount: rate === null ? "transfer_clearing" : "fx",
    cardId: target.id,
    amountCents: arrivesCents,
    transferId: id,
  });
  const rows = await tx
    .insert(transfers)
    .values([
      { id, direction: "out", ...sideOf(sent), ...counterOf(received), rate, rateAsOf },
      { id, direction: "in", ...sideOf(received), ...counterOf(sent), rate, rateAsOf },
    ])
    .returning(TRANSFER_COLUMNS);
  return { ...sent, transfer: onlyRow(rows) };
}

/** Switches to the other store, which must not see this store's keys and users. Consumers stay the actor. */
function asOtherStore(ctx: Ctx, merchantId: string): Ctx {
  const { actor } = ctx.principal;
  const known = actor.startsWith("consumer:") ? actor : `store:${ctx.merchantId}`;
  return { ...ctx, merchantId, principal: { ...ctx.principal, merchantId, actor: known } };
}

const sideOf = ({ card, transaction }: MovementResult) => ({
  merchantId: card.merchantId,
  cardId: card.id,
  transactionId: transaction.id,
  amountCents: transaction.amountCents,
  currency: transaction.currency,
});

const counterOf = ({ card, transaction }: MovementResult) => ({
  counterMerchantId: card.merchantId,
  counterAmountCents: transaction.amountCents,
  counterCurrency: transaction.currency,
});
