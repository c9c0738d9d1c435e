import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { batchesOf, type Page, type PageRequest, pageOf, type SortKey } from "@/lib/base/page";
import { type Db, db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { expiredTotals, expiredBalances as listed } from "@/lib/db/schema/ageing";
import { cards } from "@/lib/db/schema/cards";
import { consumers } from "@/lib/db/schema/consumers";
import { storeTodaySql } from "@/lib/domain/stores/store-time-zone";

/** The condition that a listed card is still active, expired and not empty. */
const isExpiredWithBalance = (merchantId: string, currency: string): SQL | undefined =>
  and(
    eq(listed.merchantId, merchantId),
    eq(listed.currency, currency),
    eq(cards.status, "active"),
    gt(cards.balanceCents, 0),
    eq(cards.expiresOn, listed.expiresOn),
    sql`${listed.expiresOn} < ${storeTodaySql(merchantId)}`,
  );

/** Lists active cards that expired with a balance, earliest first. Refuses: invalid_request (the cursor). */
export function listExpired(
  ctx: Ctx,
  { limit, offset, cursor, currency }: PageRequest & { currency: string },
): Promise<Page<ExpiredCard>> {
  const { merchantId } = ctx;
  return pageOf(
    { limit, offset, cursor },
    { list: "expired", merchantId, currency },
    (after, rows, skipped, afterDay) =>
      selectExpired(db(), { merchantId, currency, after, afterDay }).limit(rows).offset(skipped),
    async () => {
      const totals = await sumExpired(ctx);
      return totals.find((total) => total.currency === currency)?.cards ?? 0;
    },
    (card) => card.expiresOn,
  );
}

type ListPosition = {
  merchantId: string;
  currency: string;
  after: string | null;
  afterDay: SortKey;
};

/** Selects the list after a given card and its expiration date. */
export const selectExpired = (from: Db, { merchantId, currency, after, afterDay }: ListPosition) =>
  from
    .select({
      id: cards.id,
      last4: cards.codeLast4,
      currency: cards.currency,
      balanceCents: cards.balanceCents,
      expiresOn: listed.expiresOn,
      ownerEmail: consumers.email,
    })
    .from(listed)
    .innerJoin(cards, and(eq(cards.merchantId, listed.merchantId), eq(cards.id, listed.cardId)))
    .leftJoin(consumers, eq(consumers.id, cards.ownerId))
    .where(
      and(
        isExpiredWithBalance(merchantId, currency),
        after
          ? sql`(${listed.expiresOn}, ${listed.cardId}) > (${afterDay}::date, ${after}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(listed.expiresOn), asc(listed.cardId));

/** An active card with an expired balance, which can be written off as breakage. */
export type ExpiredCard = Awaited<ReturnType<typeof selectExpired>>[number];

/** All cards of the list, in batches. */
export const expiredBatches = (
  { merchantId }: Ctx,
  { currency }: { currency: string },
): AsyncGenerator<ExpiredCard[]> =>
  batchesOf(
    (after, limit, afterDay) =>
      readFromReplica((from) =>
        selectExpired(from, { merchantId, currency, after, afterDay }).limit(limit),
      ),
    (card) => card.expiresOn,
  );

/** Number and total balance of expired cards, by currency. */
export async function sumExpired({ merchantId }: Ctx) {
  const rows = await db()
    .select()
    .from(expiredTotals)
    .where(and(eq(expiredTotals.merchantId, merchantId), gt(expiredTotals.cards, 0)))
    .orderBy(asc(expiredTotals.currency));
  return rows.map(({ currency, cards, balanceCents }) => ({
    currency,
    cards,
    balanceCents: BigInt(balanceCents),
  }));
}
