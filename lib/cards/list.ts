import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cardCounts, cards } from "../db/schema/cards";
import { type Page, type PageRequest, pageOf } from "../page";
import { type CardFilters, type CountedFilters, conditions } from "./filters";
import { type CardSort, type ListedCard, sorted, sortKeyOf } from "./sorted";

type Listing = PageRequest & CardFilters & { sort?: CardSort };

/**
 * The merchant's cards, newest first unless told otherwise (spec, Cards). The total is exact where
 * counters have it, and null for any other filter: nothing counts through a merchant's cards.
 * Refuses: invalid_request (the cursor).
 */
export function listCards(
  ctx: Ctx,
  listing: PageRequest & CountedFilters,
): Promise<Page<ListedCard>>;
export function listCards(ctx: Ctx, listing: Listing): Promise<Page<ListedCard, number | null>>;
export function listCards(
  { merchantId }: Ctx,
  { limit, offset, cursor, sort = "newest", ...filters }: Listing,
): Promise<Page<ListedCard, number | null>> {
  return pageOf<ListedCard, number | null>(
    { limit, offset, cursor },
    { list: "cards", merchantId, ...(sort === "newest" ? {} : { sort }), ...filters },
    (after, rows, skipped, afterKey) =>
      sorted(merchantId, sort, filters, rows, { after, afterKey, offset: skipped }),
    () => (sort === "expiring" ? Promise.resolve(null) : countCards(merchantId, filters)),
    sortKeyOf(sort),
  );
}

/** By the merchant's counters; by counting only what one person, one batch or one ending has. */
async function countCards(merchantId: string, filters: CardFilters): Promise<number | null> {
  const { status, cardType, ownerEmail, batchId, last4, ...uncounted } = filters;
  if (ownerEmail || batchId || last4) return db().$count(cards, conditions(merchantId, filters));
  if (Object.values(uncounted).some((value) => value !== undefined)) return null;
  const [row] = await db()
    .select({ total: sql<number>`coalesce(sum(${cardCounts.count}), 0)`.mapWith(Number) })
    .from(cardCounts)
    .where(
      and(
        eq(cardCounts.merchantId, merchantId),
        status ? eq(cardCounts.status, status) : undefined,
        cardType ? eq(cardCounts.cardType, cardType) : undefined,
      ),
    );
  return row?.total ?? 0;
}
