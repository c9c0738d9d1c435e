import { and, eq, sql } from "drizzle-orm";
import { onlyRow, type Tx } from "@/lib/db/client/client";
import { storeNow } from "@/lib/db/client/clock";
import { cards } from "@/lib/db/schema/cards";
import { holds } from "@/lib/db/schema/holds";

/** Selects what can be taken from a card of `cards`; null if nothing is held, so that it is the balance. */
export const AVAILABLE_CENTS = sql<number | null>`case when cards.held_cents > 0
  then available_cents(row(cards.*)::cards) end`.mapWith(Number);

type LockedBalance = { merchantId: string; id: string; balanceCents: number; heldCents: number };

/**
 * What can be taken from a locked card, in minor units. Not a column of the query that locks the card: after a
 * wait for the lock, that query would not see the hold that it waited for.
 */
export async function readAvailable(tx: Tx, card: LockedBalance): Promise<number> {
  if (card.heldCents === 0) return card.balanceCents;
  const rows = await tx
    .select({ availableCents: AVAILABLE_CENTS })
    .from(cards)
    .where(and(eq(cards.merchantId, card.merchantId), eq(cards.id, card.id)));
  return onlyRow(rows).availableCents ?? card.balanceCents;
}

/** Whether a hold has passed its `expires_at`, at which it ends without a job. */
export const HAS_EXPIRED = sql`${holds.expiresAt} <= ${storeNow(holds.merchantId)}`;

/**
 * Ends all holds of a locked card: those that are held are released, and those past their `expires_at` expire.
 * For changes after which nothing can be redeemed from the card.
 */
export async function releaseHoldsOf(
  tx: Tx,
  { merchantId, id }: Pick<LockedBalance, "merchantId" | "id">,
) {
  const ended = await tx
    .update(holds)
    .set({
      status: sql`case when ${holds.expiresAt} <= clock.at then 'expired' else 'released' end`,
      endedAt: sql`least(${holds.expiresAt}, clock.at)`,
    })
    .from(sql`(select ${storeNow(merchantId)} as at offset 0) clock`)
    .where(and(eq(holds.merchantId, merchantId), eq(holds.cardId, id), eq(holds.status, "held")));
  if (ended.count === 0) return;
  await tx
    .update(cards)
    .set({ heldCents: 0 })
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, id)));
}
