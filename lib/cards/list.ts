import type { Ctx } from "../context";
import { type Page, type PageRequest, pageOf } from "../page";
import { countCards } from "./count";
import type { CardFilters, CountedFilters } from "./filters";
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
