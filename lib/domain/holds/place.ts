import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Metadata } from "@/lib/base/metadata";
import type { Tx } from "@/lib/db/client/client";
import { storeNow } from "@/lib/db/client/clock";
import { cards } from "@/lib/db/schema/cards";
import { holds } from "@/lib/db/schema/holds";
import { REFUSED_STATUSES, refuseStatus } from "@/lib/domain/cards/refused-statuses";
import { readAvailable } from "@/lib/ledger/post/available";
import { type LockedCard, lockCards } from "@/lib/ledger/post/lock-cards";
import { lockedOperation } from "@/lib/ledger/post/operation";
import { queueShopSync } from "@/lib/ledger/post/queue-shop-sync";
import { expireHoldsOf } from "./expire";
import { findHold, type Hold } from "./hold";

export type NewHold = {
  cardId: string;
  /** In minor units. */
  amountCents: number;
  expiresInSeconds: number;
  /** Holds what is available, at least 1, if that is less. */
  allowPartial?: boolean | undefined;
  note?: string | undefined;
  referenceId?: string | undefined;
  metadata?: Metadata | undefined;
};

/** `requestedAmountCents`: what was asked for, if the hold could be of less. */
export type PlacedHold = { hold: Hold; requestedAmountCents?: number };

/**
 * Sets an amount of an active card aside until it is captured or released, or until it expires (design,
 * section 11). Moves no money and sends no event.
 * Refuses: not_found, card_not_active, card_frozen, card_expired, insufficient_balance (with `balanceCents`).
 */
export const placeHold = (ctx: Ctx, order: NewHold): Promise<PlacedHold> =>
  lockedOperation(
    requireScope(ctx, "money:write"),
    (tx) => lockCards(tx, [{ merchantId: ctx.merchantId, cardId: order.cardId }]),
    async (tx, [locked]) => {
      const card = found(locked);
      refuseStatus(card, REFUSED_STATUSES.debit);
      if (card.isExpired) throw new Refusal("card_expired");
      const amountCents = await amountToHold(tx, card, order);
      // No refusals past this line.
      const hold = await insertHold(ctx, tx, { ...order, amountCents });
      return order.allowPartial ? { hold, requestedAmountCents: order.amountCents } : { hold };
    },
  );

async function amountToHold(tx: Tx, card: LockedCard, { amountCents, allowPartial }: NewHold) {
  // So that `held_cents` never grows beyond the balance.
  if (card.heldCents > 0) await expireHoldsOf(tx, [card]);
  const availableCents = await readAvailable(tx, card);
  if (amountCents <= availableCents) return amountCents;
  if (allowPartial && availableCents > 0) return availableCents;
  const { balanceCents, currency } = card;
  const isPartlyHeld = availableCents < balanceCents;
  throw new Refusal("insufficient_balance", {
    extras: { balanceCents, ...(isPartlyHeld ? { availableCents, currency } : {}) },
  });
}

async function insertHold(ctx: Ctx, tx: Tx, order: NewHold): Promise<Hold> {
  const { merchantId } = ctx;
  const { cardId, amountCents, expiresInSeconds, note, referenceId, metadata } = order;
  const id = newId();
  await tx.insert(holds).values({
    merchantId,
    id,
    cardId,
    amountCents,
    status: "held",
    // To the millisecond, as it is shown.
    expiresAt: sql`date_trunc('milliseconds',
      ${storeNow(merchantId)} + make_interval(secs => ${expiresInSeconds}::int))`,
    note,
    referenceId,
    metadata,
    actor: ctx.principal.actor,
    requestId: ctx.requestId,
  });
  await tx
    .update(cards)
    .set({ heldCents: sql`${cards.heldCents} + ${amountCents}::bigint` })
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, cardId)));
  if ((await queueShopSync(tx, [{ merchantId, id: cardId }])) > 0) ctx.reply.queuedWork = true;
  return await findHold(merchantId, id, tx);
}
