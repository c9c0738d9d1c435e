import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import { consumers } from "../db/schema/consumers";
import { merchants } from "../db/schema/merchants";
import { type Page, type PageRequest, pageOf } from "../page";

/** An active card whose balance can't be spent any more: a candidate for breakage. */
export type ExpiredCard = {
  id: string;
  last4: string;
  currency: string;
  balanceCents: number;
  expiresOn: string | null;
  ownerEmail: string | null;
};

export type ExpiredTotal = { currency: string; cards: number; balanceCents: bigint };

const isCandidate = (merchantId: string, currency?: string): SQL | undefined =>
  and(
    eq(cards.merchantId, merchantId),
    sql`${cards.expiresOn} < (select (now() at time zone ${merchants.timeZone})::date
      from ${merchants} where ${merchants.id} = ${merchantId})`,
    gt(cards.balanceCents, 0),
    eq(cards.status, "active"),
    currency === undefined ? undefined : eq(cards.currency, currency),
  );

/**
 * Active cards of one currency that expired with a balance, the first to expire first.
 * Refuses: invalid_request (the cursor).
 */
export function listExpired(
  { merchantId }: Ctx,
  { limit, offset, cursor, currency }: PageRequest & { currency: string },
): Promise<Page<ExpiredCard>> {
  const matching = isCandidate(merchantId, currency);
  return pageOf(
    { limit, offset, cursor },
    { list: "expired", merchantId, currency },
    (after, rows, skipped) =>
      db()
        .select({
          id: cards.id,
          last4: cards.codeLast4,
          currency: cards.currency,
          balanceCents: cards.balanceCents,
          expiresOn: cards.expiresOn,
          ownerEmail: consumers.email,
        })
        .from(cards)
        .leftJoin(consumers, eq(consumers.id, cards.ownerId))
        .where(and(matching, after ? following(merchantId, after) : undefined))
        .orderBy(asc(cards.expiresOn), asc(cards.id))
        .limit(rows)
        .offset(skipped),
    () => db().$count(cards, matching),
  );
}

const following = (merchantId: string, lastId: string): SQL =>
  sql`(${cards.expiresOn}, ${cards.id}) > (select c.expires_on, c.id from ${cards} c
    where c.merchant_id = ${merchantId} and c.id = ${lastId})`;

/** How many such cards there are by currency, and how much is on them. */
export async function sumExpired({ merchantId }: Ctx): Promise<ExpiredTotal[]> {
  const rows = await db()
    .select({
      currency: cards.currency,
      cards: sql<number>`count(*)`.mapWith(Number),
      balanceCents: sql<string>`sum(${cards.balanceCents})`,
    })
    .from(cards)
    .where(isCandidate(merchantId))
    .groupBy(cards.currency)
    .orderBy(asc(cards.currency));
  return rows.map((row) => ({ ...row, balanceCents: BigInt(row.balanceCents) }));
}
