import { and, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField, isRefusal, notFound, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Metadata } from "@/lib/base/metadata";
import { MAX_CENTS } from "@/lib/base/money";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { findAnywhere, listBuckets, mapByBucket, switchBucket } from "@/lib/db/client/in-buckets";
import { cards } from "@/lib/db/schema/cards";
import { transferAgreements, transfers } from "@/lib/db/schema/transfers";
import { codeHmacs } from "@/lib/domain/cards/code";
import { findCard } from "@/lib/domain/cards/find";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { REFUSED_STATUSES, refuseStatus } from "@/lib/domain/cards/refused-statuses";
import { limitGuesses } from "@/lib/domain/limits/attempt-limits";
import {
  type BothSides,
  isActiveBetween,
  lockSides,
  readSides,
} from "@/lib/domain/transfers/agreements/agreement";
import {
  addToSums,
  type CountedTransfer,
  checkLimits,
  countTransfer,
} from "@/lib/domain/transfers/agreements/limits";
import { type LockedCard, lockCards } from "@/lib/ledger/post/lock-cards";
import { moveOne } from "@/lib/ledger/post/move";
import { lockedOperation, storedResponse } from "@/lib/ledger/post/operation";
import type { MovementResult } from "@/lib/ledger/post/records";
import { type Conversion, convertTransfer } from "./convert";
import { TRANSFER_COLUMNS, type Transfer } from "./read";

export type TransferOrder = {
  fromCardId: string;
  /** The code of a card at another store, as returned by parseCode(). */
  toCode: string;
  /** Identifies the card instead of `toCode`, which can't identify cards from another provider. */
  toCodeHmacs?: Uint8Array[] | undefined;
  /** In minor units of the first card's currency. */
  amountCents: number;
  quoteId?: string | undefined;
  /** On the movements of both stores, like `referenceId`. */
  note?: string | undefined;
  referenceId?: string | undefined;
  /** On this store's movement only: the other store has no part in it. */
  metadata?: Metadata | undefined;
  /** The consumer who must own the first card. Omitted if the merchant makes the request. */
  ownerId?: string | undefined;
};

export type Transferred = MovementResult & { transfer: Transfer };

/**
 * Moves `amountCents` from a card of this store to the card with this code at another store (design,
 * Transfers) that this store has an agreement with, as one movement on each card in one commit, whichever bucket the
 * other store is in. Codes that match no usable card count as guesses, which are rate limited.
 * Refuses: not_found (either card), transfers_not_enabled (no agreement with the other store, or no such
 * code), card_not_active, card_expired, rate_stale, currency_mismatch (no rate, or another quote's),
 * transfer_limit_exceeded (with `availableCents`), insufficient_balance (with `balanceCents`),
 * balance_limit_exceeded, invalid_request (too little, the same store, no quote), rate_limited.
 */
export async function transfer(ctx: Ctx, order: TransferOrder): Promise<Transferred> {
  requireScope(ctx, "money:write", "wallet:own");
  const earlier = await storedResponse<Transferred>(ctx);
  if (earlier) return earlier;
  // Only an attempt that found no card can be a guess.
  return await limitGuesses([["transfer-code", ctx.principal.actor]], () =>
    commitTransfer(ctx, order),
  );
}

async function commitTransfer(ctx: Ctx, order: TransferOrder): Promise<Transferred> {
  const { merchantId } = ctx;
  const [from, to] = await Promise.all([
    findCard(merchantId, order.fromCardId),
    findTarget(merchantId, order.toCodeHmacs ?? codeHmacs(order.toCode)),
  ]);
  const converted = from && to ? await convertAndCount(order, from.currency, to) : null;
  const keys = [from && { merchantId, cardId: from.id }, to].filter((key) => key !== undefined);
  return await lockedOperation(
    ctx,
    async (tx) => {
      const locked = await lockCards(tx, keys);
      const sides = to?.limits ? await lockSides(tx, merchantId, to.merchantId) : null;
      return { locked, sides };
    },
    async (tx, { locked, sides }) => {
      const [source, target] = [from?.id, to?.cardId].map((id) => locked.find((c) => c.id === id));
      const checked = checkSides(order, { source, target, sides, converted });
      return await moveBoth(ctx, tx, order, checked);
    },
  );
}

/**
 * Finds the card with one of these hashes of its code at this store, or at a store that it has an agreement
 * with. A card elsewhere is not found, like a code that doesn't exist, and costs the same work: a search of every bucket.
 */
async function findTarget(merchantId: string, hmacs: Uint8Array[]) {
  const own = currentBucket();
  const others = (await listBuckets()).filter((bucket) => bucket !== own);
  const target = await findAnywhere(() => findTargetHere(merchantId, hmacs), [own, ...others]);
  if (!target) return undefined;
  const { myCurrency, theirCurrency, ...found } = target;
  if (!theirCurrency) return { ...found, limits: null };
  // This store's side is in its own bucket.
  const mine = myCurrency ?? (await readSides(db(), merchantId, found.merchantId))?.mine.currency;
  return mine ? { ...found, limits: { mine, theirs: theirCurrency } } : undefined;
}

async function findTargetHere(merchantId: string, hmacs: Uint8Array[]) {
  const mine = alias(transferAgreements, "mine");
  const [card] = await db()
    .select({
      merchantId: cards.merchantId,
      cardId: cards.id,
      currency: cards.currency,
      myCurrency: mine.currency,
      theirCurrency: transferAgreements.currency,
    })
    .from(cards)
    .leftJoin(transferAgreements, isActiveBetween(cards.merchantId, merchantId))
    .leftJoin(mine, and(eq(mine.merchantId, merchantId), eq(mine.id, transferAgreements.id)))
    .where(inArray(cards.codeHmac, hmacs));
  return card?.theirCurrency || card?.merchantId === merchantId ? card : undefined;
}

type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>;
type Converted = {
  conversion: Conversion;
  /** Null within one store. `limits` has the currencies of its amounts. */
  counted: (CountedTransfer & { limits: NonNullable<Target["limits"]> }) | null;
};

/** The amount that arrives, and what counts against both stores' limits. Returns refusals: other checks come first. */
async function convertAndCount(
  { amountCents, quoteId }: TransferOrder,
  currency: string,
  target: Target,
): Promise<Converted | Refusal> {
  const request = { amountCents, quoteId, from: currency, to: target.currency };
  const conversion = await convertTransfer(request);
  if (isRefusal(conversion)) return conversion;
  const sent = { amountCents, currency };
  const received = { amountCents: conversion.amountCents, currency: target.currency };
  const { limits } = target;
  try {
    const counted = limits && { ...(await countTransfer(sent, received, limits)), limits };
    return { conversion, counted };
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

type Sides = {
  source: LockedCard | undefined;
  target: LockedCard | undefined;
  /** Null within one store. */
  sides: BothSides | null;
  converted: Converted | Refusal | null;
};

const cannotReceive = () => notFound("No card that can receive a transfer has this code.");

/**
 * Refuses in the documented order. Without an agreement, the refusal doesn't reveal whether the other card
 * exists. With one, a card that can't receive a transfer is not_found.
 */
function checkSides({ ownerId }: TransferOrder, { source, target, sides, converted }: Sides) {
  if (!source || (ownerId !== undefined && source.ownerId !== ownerId)) {
    throw new Refusal("not_found");
  }
  const isSameStore = target?.merchantId === source.merchantId;
  if (!target || (!isSameStore && sides?.mine.status !== "active")) {
    throw new Refusal("transfers_not_enabled");
  }
  if (target.status !== "active" || target.isExpired) throw cannotReceive();
  refuseStatus(source, REFUSED_STATUSES.transfer);
  if (source.isExpired) throw new Refusal("card_expired");
  if (!converted) throw new Error("two cards, and nothing was converted");
  if (isRefusal(converted)) throw converted;
  const { conversion, counted } = converted;
  const agreed = sides && counted ? { sides, counted } : null;
  if (agreed) {
    const { mine, theirs } = counted?.limits ?? {};
    // The agreement ended meanwhile and another began, in other currencies than those counted in.
    if (sides?.mine.currency !== mine || sides?.theirs.currency !== theirs) {
      throw new Refusal("transfers_not_enabled");
    }
    checkLimits(agreed.sides, agreed.counted);
  }
  return { source, target, conversion, agreed };
}

async function moveBoth(
  ctx: Ctx,
  tx: Tx,
  { amountCents, note, referenceId, metadata }: TransferOrder,
  { source, target, conversion, agreed }: ReturnType<typeof checkSides>,
): Promise<Transferred> {
  const { rate, asOf: rateAsOf, amountCents: arrivesCents } = conversion;
  const id = newId();
  const both = { note, referenceId, transferId: id };
  const out = {
    ...MOVEMENT_POLICIES.transferOut,
    ...both,
    cardId: source.id,
    amountCents,
    metadata,
  };
  const sent = await moveOne(ctx, tx, out);
  if (arrivesCents > MAX_CENTS - target.balanceCents) throw cannotReceive();
  if (!agreed) throw invalidField("toCode", "is a card from your own store");
  // No refusals past this point.
  const received = await switchBucket(tx, target, () =>
    moveOne(asOtherStore(ctx, target.merchantId), tx, {
      ...MOVEMENT_POLICIES.transferIn,
      counterAccount: rate === null ? "transfer_clearing" : "fx",
      cardId: target.id,
      amountCents: arrivesCents,
      ...both,
    }),
  );
  await addToSums(tx, agreed.sides, agreed.counted);
  const { counted } = agreed;
  const terms = { id, rate, rateAsOf };
  const rows: (typeof transfers.$inferInsert)[] = [
    {
      ...terms,
      direction: "out",
      ...sideOf(sent),
      ...counterOf(received),
      countedCents: Number(counted.out.cents),
    },
    {
      ...terms,
      direction: "in",
      ...sideOf(received),
      ...counterOf(sent),
      countedCents: Number(counted.in.cents),
    },
  ];
  const inserted = await mapByBucket(tx, rows, (sides, on) =>
    on.insert(transfers).values(sides).returning(TRANSFER_COLUMNS),
  );
  return { ...sent, transfer: onlyRow(inserted) };
}

/** Switches to the other store, which must not see this store's keys and users. Consumers stay the actor. */
function asOtherStore(ctx: Ctx, merchantId: string): Ctx {
  const { actor } = ctx.principal;
  const visibleActor = actor.startsWith("consumer:") ? actor : `store:${ctx.merchantId}`;
  return { ...ctx, merchantId, principal: { ...ctx.principal, merchantId, actor: visibleActor } };
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
