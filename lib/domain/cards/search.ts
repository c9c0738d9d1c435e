import { and, asc, desc, eq, gt, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { batchesOf, type Page, type PageRequest, pageOf, type SortKey } from "@/lib/base/page";
import { type Db, db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { cards } from "@/lib/db/schema/cards";
import { consumers } from "@/lib/db/schema/consumers";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { countCards } from "./count";
import { type CardFilters, conditions } from "./filters";
import { CARD_TABLE_COLUMNS, IS_STORE_CREDIT } from "./find";

export const CARD_SORTS = ["newest", "oldest", "expiring", "expiring_last"] as const;
export type CardSort = (typeof CARD_SORTS)[number];

/** A card as the list shows it. */
export type ListedCard = Awaited<ReturnType<typeof selectSortedCards>>[number];

/** Where a page starts: after the card with this id and sort key, or at an offset from the first card. */
type PageStart = { after: string | null; afterKey: SortKey; offset: number };

const LISTED_COLUMNS = {
  ...CARD_TABLE_COLUMNS,
  codeLast4: cards.codeLast4,
  batchId: cards.batchId,
  // A subquery runs only for the returned rows; a join could run for all matches.
  ownerEmail: sql<string | null>`(select email from ${consumers} where id = ${cards.ownerId})`,
  isStoreCredit: IS_STORE_CREDIT,
};

/** `only`: which cards this sort order includes. */
type SortOrder = { by: SQL[]; following: (id: string, key: SortKey) => SQL; only?: SQL };

const SORT_ORDERS: Record<CardSort, SortOrder> = {
  newest: { by: [desc(cards.id)], following: (id) => lt(cards.id, id) },
  oldest: { by: [asc(cards.id)], following: (id) => gt(cards.id, id) },
  expiring: {
    by: [asc(cards.expiresOn), asc(cards.id)],
    following: (id, date) => sql`(${cards.expiresOn}, ${cards.id}) > (${date}::date, ${id}::uuid)`,
    only: isNotNull(cards.expiresOn),
  },
  expiring_last: {
    by: [desc(cards.expiresOn), desc(cards.id)],
    following: (id, date) => sql`(${cards.expiresOn}, ${cards.id}) < (${date}::date, ${id}::uuid)`,
    only: isNotNull(cards.expiresOn),
  },
};

/** Whether this order is by expiration date, and so leaves out cards without one. */
const isByExpiration = (sort: CardSort) => sort === "expiring" || sort === "expiring_last";

/** The value that this sort order compares before the id. */
const sortKeyOf =
  (sort: CardSort) =>
  ({ expiresOn }: ListedCard): SortKey =>
    isByExpiration(sort) ? expiresOn : null;

/** Up to `limit` of the merchant's matching cards, in this sort order. */
function selectSortedCards(
  from: Db,
  merchantId: string,
  sort: CardSort,
  filters: CardFilters,
  limit: number,
  { after, afterKey, offset }: PageStart,
) {
  const { by, following, only } = SORT_ORDERS[sort];
  const matching = and(
    conditions(merchantId, filters),
    only,
    after === null ? undefined : following(after, afterKey),
  );
  return from
    .select(LISTED_COLUMNS)
    .from(cards)
    .where(matching)
    .orderBy(...by)
    .limit(limit)
    .offset(offset);
}

type CardSearch = PageRequest & CardFilters & { sort?: CardSort };

/** Matching cards. `total` is null if it needs a full count. Refuses: invalid_request (cursor). */
export const searchCards = (
  { merchantId }: Ctx,
  { limit, offset, cursor, sort = "newest", ...filters }: CardSearch,
): Promise<Page<ListedCard, number | null>> =>
  pageOf<ListedCard, number | null>(
    { limit, offset, cursor },
    { list: "cards", merchantId, ...(sort === "newest" ? {} : { sort }), ...filters },
    (after, rows, skipped, afterKey) =>
      selectSortedCards(db(), merchantId, sort, filters, rows, {
        after,
        afterKey,
        offset: skipped,
      }),
    () => (isByExpiration(sort) ? Promise.resolve(null) : countCards(merchantId, filters)),
    sortKeyOf(sort),
  );

/**
 * Streams all matching cards in batches, in the list's order, for export. The audit log records who
 * exports with which filters. A card that changes position meanwhile may appear twice or not at all.
 */
export async function* exportCards(
  ctx: Ctx,
  { sort = "newest", ...filters }: CardFilters & { sort?: CardSort },
): AsyncGenerator<ListedCard[]> {
  const { merchantId } = ctx;
  const details = { sort, filters };
  await audit(db(), authorOf(ctx), { action: "cards.exported", subjectId: merchantId, details });
  yield* batchesOf(
    (after, limit, afterKey) =>
      readFromReplica((from) =>
        selectSortedCards(from, merchantId, sort, filters, limit, { after, afterKey, offset: 0 }),
      ),
    sortKeyOf(sort),
  );
}

/** The most cards that a person selects in the list. */
export const MAX_SELECTED_CARDS = 500;

/** The selected cards for export, newest first, without those of other stores. Audited like all exports. */
export async function* exportSelectedCards(
  ctx: Ctx,
  { cardIds }: { cardIds: string[] },
): AsyncGenerator<ListedCard[]> {
  const { merchantId } = ctx;
  await audit(db(), authorOf(ctx), {
    action: "cards.exported",
    subjectId: merchantId,
    details: { cards: cardIds.length },
  });
  yield await db()
    .select(LISTED_COLUMNS)
    .from(cards)
    .where(and(eq(cards.merchantId, merchantId), inArray(cards.id, cardIds)))
    .orderBy(desc(cards.id));
}
