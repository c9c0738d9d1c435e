import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  type SQL,
  Subquery,
  sql,
} from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { batchesOf, type Page, type PageRequest, pageOf, type SortKey } from "@/lib/base/page";
import { type Db, db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { cards } from "@/lib/db/schema/cards";
import { consumers } from "@/lib/db/schema/consumers";
import { transactions } from "@/lib/db/schema/transactions";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { countCards } from "./count";
import { type CardFilters, CIRCULATING_RANGES, cardsToRead, conditions } from "./filters";
import { CARD_TABLE_COLUMNS, IS_STORE_CREDIT } from "./find";

export const CARD_SORTS = [
  "newest",
  "oldest",
  "expiring",
  "expiring_last",
  "last_used",
  "highest",
  "lowest",
] as const;
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
  lastMovementId: sql<string | null>`(select t.id from ${transactions} t
    where t.merchant_id = cards.merchant_id and t.card_id = cards.id order by t.sequence desc limit 1)`,
};

type SortOrder = {
  by: SQL[];
  following: (id: string, key: SortKey) => SQL | undefined;
  /** The value that this order compares before the id. */
  keyOf?: (card: ListedCard) => SortKey;
  /** Which cards this order includes, if not all. */
  only?: SQL;
};

const hasDate = isNotNull(cards.expiresOn);
const dateOf = ({ expiresOn }: ListedCard) => expiresOn;
const balanceOf = ({ balanceCents }: ListedCard) => balanceCents;

const SORT_ORDERS: Record<CardSort, SortOrder> = {
  newest: { by: [desc(cards.id)], following: (id) => lt(cards.id, id) },
  oldest: { by: [asc(cards.id)], following: (id) => gt(cards.id, id) },
  expiring: {
    by: [asc(cards.expiresOn), asc(cards.id)],
    following: (id, date) => sql`(${cards.expiresOn}, ${cards.id}) > (${date}::date, ${id}::uuid)`,
    keyOf: dateOf,
    only: hasDate,
  },
  expiring_last: {
    by: [desc(cards.expiresOn), desc(cards.id)],
    following: (id, date) => sql`(${cards.expiresOn}, ${cards.id}) < (${date}::date, ${id}::uuid)`,
    keyOf: dateOf,
    only: hasDate,
  },
  highest: {
    by: [desc(cards.balanceCents), desc(cards.id)],
    following: (id, cents) =>
      sql`(${cards.balanceCents}, ${cards.id}) < (${cents}::bigint, ${id}::uuid)`,
    keyOf: balanceOf,
  },
  lowest: {
    by: [asc(cards.balanceCents), asc(cards.id)],
    following: (id, cents) =>
      sql`(${cards.balanceCents}, ${cards.id}) > (${cents}::bigint, ${id}::uuid)`,
    keyOf: balanceOf,
  },
  last_used: {
    by: [sql`last.id desc`],
    // The page begins where lastMovements() does.
    following: () => undefined,
    keyOf: ({ lastMovementId }) => lastMovementId,
    only: sql`${cards.id} = last.card_id`,
  },
};

/** Transactions that a page of the cards used last reads at most, also if a few cards made most of them. */
const MAX_MOVEMENTS_READ = 20_000;

/** The last movement of each card, newest first, among the newest transactions before one. */
const lastMovements = (merchantId: string, before: SortKey): Subquery =>
  new Subquery(
    sql`select id, card_id from (
        select id, card_id, sequence from ${transactions} where merchant_id = ${merchantId}
          and ${isBefore(sql`id`, before)}
        order by id desc limit ${MAX_MOVEMENTS_READ}) t
      where sequence = (select sequence from ${transactions} n
        where n.merchant_id = ${merchantId} and n.card_id = t.card_id
        order by n.sequence desc limit 1)`,
    {},
    "last",
  );

/** The last movement of the card that it is joined with. */
const LAST_OF_CARD: Subquery = new Subquery(
  sql`select id, card_id from ${transactions} t where t.merchant_id = cards.merchant_id
    and t.card_id = cards.id order by t.sequence desc limit 1`,
  {},
  "last",
);

/**
 * Up to `limit` of the merchant's matching cards, in this sort order. By last use, those among the newest transactions,
 * or with `readsAll`, for a short list, all.
 */
export function selectSortedCards(
  from: Db,
  merchantId: string,
  sort: CardSort,
  filters: CardFilters,
  limit: number,
  { after, afterKey, offset }: PageStart,
  readsAll = false,
) {
  const { by, following, only } = SORT_ORDERS[sort];
  const start = after === null ? undefined : following(after, afterKey);
  const table = cardsToRead(merchantId, filters);
  const isMerged = filters.unsold === "hidden" && !filters.search && only === undefined;
  const all = conditions(merchantId, isMerged ? { ...filters, unsold: undefined } : filters);
  const matching = and(all, only, start);
  const query = from
    .select(LISTED_COLUMNS)
    .from(table)
    .where(isMerged ? isCirculating(merchantId, matching, by, limit + offset) : matching)
    .orderBy(...by)
    .limit(limit)
    .offset(offset)
    .$dynamic();
  if (sort === "last_used" && readsAll) {
    query.innerJoinLateral(LAST_OF_CARD, isBefore(sql`last.id`, afterKey));
  } else if (sort === "last_used") {
    query.innerJoin(lastMovements(merchantId, afterKey), only);
  }
  return query;
}

const isBefore = (id: SQL, before: SortKey) =>
  sql`(${before}::uuid is null or ${id} < ${before}::uuid)`;

type Found = { rows: ListedCard[]; isIncomplete: boolean };

/** selectSortedCards(). `isIncomplete`: a long list, by last use, whose older cards the newest transactions don't have. */
async function readSortedCards(
  from: Db,
  merchantId: string,
  { sort = "newest", ...filters }: CardListing,
  limit: number,
  start: PageStart,
): Promise<Found> {
  const read = (readsAll = false) =>
    selectSortedCards(from, merchantId, sort, filters, limit, start, readsAll);
  const rows = await read();
  const isWhole =
    sort !== "last_used" ||
    rows.length === limit ||
    !(await hasOlderMovements(from, merchantId, start.afterKey));
  if (isWhole) return { rows, isIncomplete: false };
  if (!(await isShort(merchantId, filters))) return { rows, isIncomplete: true };
  return { rows: await read(true), isIncomplete: false };
}

/** Whether there are more transactions than lastMovements() reads. */
async function hasOlderMovements(from: Db, merchantId: string, before: SortKey): Promise<boolean> {
  const older = await from
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), isBefore(sql`${transactions.id}`, before)))
    .orderBy(desc(transactions.id))
    .offset(MAX_MOVEMENTS_READ)
    .limit(1);
  return older.length > 0;
}

/**
 * Condition for the first matching cards without unsold stock. Stock can be most of a store's cards, so the others are
 * merged from ranges of indexes.
 */
function isCirculating(merchantId: string, matching: SQL | undefined, by: SQL[], limit: number) {
  const order = sql.join(by, sql`, `);
  const parts = CIRCULATING_RANGES.map(
    (range) => sql`(select ${cards.id} from ${cards} where ${and(matching, range)}
      order by ${order} limit ${limit})`,
  );
  const isAmong = sql`${cards.id} in (${sql.join(parts, sql` union all `)})`;
  return and(eq(cards.merchantId, merchantId), isAmong);
}

type CardListing = CardFilters & { sort?: CardSort | undefined };

/** The most cards that are sorted by what has no index, such as the balance: see the table `cards`. */
const MAX_SORTED = 20_000;

/** Whether it is known that no more than MAX_SORTED cards match. */
async function isShort(merchantId: string, filters: CardFilters): Promise<boolean> {
  const { status, cardType, ownerEmail, batchId, search, unsold } = filters;
  const known = { status, cardType, ownerEmail, batchId, search, unsold };
  const count = await countCards(merchantId, known);
  return count !== null && count <= MAX_SORTED;
}

async function requireSortable(merchantId: string, { sort, ...filters }: CardListing) {
  if (sort !== "highest" && sort !== "lowest") return;
  if (await isShort(merchantId, filters)) return;
  throw invalidField("sort", `by balance is available for up to ${MAX_SORTED} cards`);
}

/** What identifies a list: its order and filters, and what was searched for. */
const listOf = ({ sort = "newest", search, ...filters }: CardListing) => ({
  ...(sort === "newest" ? {} : { sort }),
  ...(search && { search: search.term }),
  ...filters,
});

/**
 * Matching cards. `total` is null if it needs a full count. `isIncomplete`: there may be more matches.
 * Refuses: invalid_request (cursor; sort, by balance with more than MAX_SORTED cards).
 */
export async function searchCards(
  { merchantId }: Ctx,
  { limit, offset, cursor, ...listing }: PageRequest & CardListing,
): Promise<Page<ListedCard, number | null> & { isIncomplete: boolean }> {
  const { sort = "newest", ...filters } = listing;
  await requireSortable(merchantId, listing);
  const { only, keyOf } = SORT_ORDERS[sort];
  let isIncomplete = filters.search?.isIncomplete ?? false;
  const page = await pageOf<ListedCard, number | null>(
    { limit, offset, cursor },
    { list: "cards", merchantId, ...listOf(listing) },
    async (after, limited, skipped, afterKey) => {
      const start = { after, afterKey, offset: skipped };
      const found = await readSortedCards(db(), merchantId, listing, limited, start);
      isIncomplete ||= found.isIncomplete;
      return found.rows;
    },
    () => (only ? Promise.resolve(null) : countCards(merchantId, filters)),
    keyOf,
  );
  return { ...page, isIncomplete };
}

/**
 * Streams all matching cards in batches, in the list's order, for export. The audit log records who
 * exports with which filters. A card that changes position meanwhile may appear twice or not at all.
 * Refuses: invalid_request (sort, as searchCards() does).
 */
export async function* exportCards(ctx: Ctx, listing: CardListing): AsyncGenerator<ListedCard[]> {
  const { merchantId } = ctx;
  const { sort = "newest" } = listing;
  await requireSortable(merchantId, listing);
  const { sort: _sort, ...applied } = listOf(listing);
  const details = { sort, filters: applied };
  await audit(db(), authorOf(ctx), { action: "cards.exported", subjectId: merchantId, details });
  yield* batchesOf(
    (after, limit, afterKey) =>
      readFromReplica(async (from) => {
        const start = { after, afterKey, offset: 0 };
        return (await readSortedCards(from, merchantId, listing, limit, start)).rows;
      }),
    SORT_ORDERS[sort].keyOf,
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
