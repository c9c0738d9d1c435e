import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { db } from "../db/client";
import { gifts } from "../db/schema/gifts";
import { transactions } from "../db/schema/transactions";
import type { ListedGift } from "./list";

/** A gift that came back to its card, which takes a number of the card's history and no transaction. */
export type GiftReturn = Pick<ListedGift, "id" | "status" | "amountCents" | "recipientEmail"> & {
  returnedAt: Date;
  sequence: number;
  /** In minor units. */
  balanceAfterCents: number;
};

// What a page shows beside a history that it loads in parts; of more the oldest are left out.
const MAX_LISTED = 500;

// With its table, as the query below names it twice.
const OF_THIS = sql.raw("gifts.returned_sequence");

/** The gifts that came back to a card, the oldest first. */
export async function listReturns(merchantId: string, cardId: string): Promise<GiftReturn[]> {
  // The card's last movement before, and what came back since.
  const before = sql`select t.sequence, t.balance_after_cents from ${transactions} t
    where t.merchant_id = ${merchantId} and t.card_id = ${cardId}
      and t.sequence < ${OF_THIS} order by t.sequence desc limit 1`;
  const rows = await db()
    .select({
      id: gifts.id,
      status: gifts.status,
      amountCents: gifts.amountCents,
      recipientEmail: gifts.recipientEmail,
      returnedAt: sql<Date>`${gifts.settledAt}`.mapWith(gifts.settledAt),
      sequence: sql<number>`${gifts.returnedSequence}`.mapWith(Number),
      balanceAfterCents: sql<number>`(
        select b.balance_after_cents + (
          select sum(g.amount_cents) from gifts g
          where g.merchant_id = ${merchantId} and g.settled_card_id = ${cardId}
            and g.returned_sequence > b.sequence
            and g.returned_sequence <= ${OF_THIS})
        from (${before}) b)`.mapWith(Number),
    })
    .from(gifts)
    .where(
      and(
        eq(gifts.merchantId, merchantId),
        eq(gifts.settledCardId, cardId),
        isNotNull(gifts.returnedSequence),
      ),
    )
    .orderBy(desc(gifts.returnedSequence))
    .limit(MAX_LISTED);
  return rows.reverse();
}
