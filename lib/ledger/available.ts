import { and, eq, sql } from "drizzle-orm";
import { onlyRow, type Tx } from "../db/client";
import { cards } from "../db/schema/cards";

/** Selects what can be taken from a card of `cards`; null if nothing is held, so that it is the balance. */
export const AVAILABLE_CENTS = sql<number | null>`case when cards.held_cents > 0
  then available_cents(cards) end`.mapWith(Number);

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
