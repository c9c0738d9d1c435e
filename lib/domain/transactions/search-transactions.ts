import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { patient } from "@/lib/base/config/patience";
import type { Ctx } from "@/lib/base/context";
import { firstIdAt, instantOf } from "@/lib/base/ids";
import { type PageRequest, type SearchResult, searchPageOf } from "@/lib/base/page";
import { type Db, db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { merchants } from "@/lib/db/schema/merchants";
import { dailyTotals, transactions } from "@/lib/db/schema/transactions";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { settingsOf } from "@/lib/domain/stores/settings";
import { countWithoutHistory } from "./count-transactions";
import { MOVEMENT_COLUMNS, type Movement, type MovementRow, withNames } from "./movements";
import {
  afterCondition,
  conditions,
  indexedFilter,
  kindConditions,
  type TransactionFilters,
  type TransactionSort,
  transactionOrder,
  transactionsToRead,
} from "./transaction-filters";

/** Rows in a slice of a search, and the time after which no new slice starts. */
const SLICE_ROWS = 25_000;
const SEARCH_TIME_LIMIT_MS = 400;
/** For a text, whose results appear while it is typed. */
const TEXT_TIME_LIMIT_MS = 100;

/** When a search that begins now starts no further slice. */
export const searchDeadlineMs = ({ search }: TransactionFilters = {}) =>
  Date.now() + patient(search ? TEXT_TIME_LIMIT_MS : SEARCH_TIME_LIMIT_MS);

export type FoundMovements = {
  items: Movement[];
  /** Exact; null if it would need a full count. */
  total: number | null;
  nextCursor: string | null;
  /** How far the search went, if there is more to search. */
  searchedTo: Date | null;
  /** Whether a search for a text may have more matches. */
  isIncomplete: boolean;
};

type Sorted = TransactionFilters & { sort?: TransactionSort | undefined };
type MovementSearch = Pick<PageRequest, "limit" | "cursor"> & Sorted;

/**
 * The merchant's matching movements, newest first by default. If no index fits the filters, it searches a limited part
 * of the history and returns how far it got; the cursor continues from there.
 * Refuses: invalid_request (the cursor).
 */
export function searchTransactions(
  { merchantId }: Ctx,
  { limit, cursor, sort = "newest", ...filters }: MovementSearch,
): Promise<FoundMovements> {
  const order = sort === "newest" ? {} : { sort };
  const list = { list: "movements", merchantId, ...order, ...namesOfFilters(filters) };
  return readFromReplica(async (from) => {
    const untilMs = searchDeadlineMs(filters);
    const [{ items, nextCursor, stoppedAt }, storedTotal] = await Promise.all([
      searchPageOf({ limit, cursor }, list, (after, rows) =>
        searchSlices({ from, merchantId, filters, sort }, after, rows, untilMs),
      ),
      countWithoutHistory(from, merchantId, filters),
    ]);
    const isAll = cursor === undefined && nextCursor === null;
    return {
      items: await withNames(merchantId, items, from),
      total: storedTotal ?? (isAll ? items.length : null),
      nextCursor,
      searchedTo: stoppedAt ? instantOf(stoppedAt) : null,
      isIncomplete: filters.search?.isIncomplete ?? false,
    };
  });
}

/** The filters, with the text that was searched for instead of what it found. */
const namesOfFilters = ({ search, ...filters }: TransactionFilters) => ({
  ...(search && { search: search.term }),
  ...filters,
});

type Search = { from: Db; merchantId: string; filters: TransactionFilters; sort: TransactionSort };

/** Up to `limit` rows after an id. Searches slice by slice and starts no new slice after `untilMs`. */
export async function searchSlices(
  search: Search,
  after: string | null,
  limit: number,
  untilMs: number,
): Promise<SearchResult<MovementRow>> {
  if (isServedByIndex(search.filters)) {
    const rows = await readRows(search, { after, last: null }, limit);
    return { rows, stoppedAt: null };
  }
  const rows: MovementRow[] = [];
  let searched = after;
  for (;;) {
    const slice = await nextSlice(search, searched);
    if (!slice) return { rows, stoppedAt: null };
    rows.push(...(await readRows(search, slice, limit - rows.length)));
    if (rows.length >= limit || isEnd(search, slice)) return { rows, stoppedAt: null };
    searched = slice.last;
    if (Date.now() >= untilMs) return { rows, stoppedAt: searched };
  }
}

/** Whether nothing is left to search after a slice. */
function isEnd({ filters: { from, to }, sort }: Search, { last }: Slice): boolean {
  if (last === null) return true;
  if (sort === "newest") return from !== undefined && last <= firstIdAt(from.getTime());
  return to !== undefined && last >= firstIdAt(to.getTime());
}

/** Whether one index serves all filters, or only one card is read. */
function isServedByIndex({ search, ...filters }: TransactionFilters): boolean {
  if (search) return search.amounts.length === 0;
  const { from: _from, to: _to, cardId, ...others } = filters;
  const served = Object.keys(indexedFilter(filters));
  return (
    cardId !== undefined ||
    Object.entries(others).every(([name, value]) => value === undefined || served.includes(name))
  );
}

const readRows = (
  { from, merchantId, filters, sort }: Search,
  { after, last }: Slice,
  limit: number,
): Promise<MovementRow[]> =>
  from
    .select(MOVEMENT_COLUMNS)
    .from(transactionsToRead(merchantId, filters))
    .where(
      and(
        conditions(merchantId, filters),
        after ? afterCondition(merchantId, filters, after, sort) : undefined,
        last ? untilCondition(last, sort) : undefined,
      ),
    )
    .orderBy(transactionOrder(filters, sort))
    .limit(limit);

/** A part of the history, in the order of the list: ids after `after`, through `last`. Null means no bound. */
type Slice = { after: string | null; last: string | null };

const untilCondition = (last: string, sort: TransactionSort) =>
  (sort === "newest" ? gte : lte)(transactions.id, last);

/** The next part to search; null if no remaining part can have a match. */
async function nextSlice(search: Search, searched: string | null): Promise<Slice | null> {
  const { merchantId, filters, sort } = search;
  const day = await dayOfNextMatch(search, searched);
  if (day === "none") return null;
  const after = day?.after ?? searched;
  const { from, to } = filters;
  const served = conditions(merchantId, { ...indexedFilter(filters), from, to });
  const [row] = await search.from
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        served,
        after ? afterCondition(merchantId, {}, after, sort) : undefined,
        day?.last ? untilCondition(day.last, sort) : undefined,
      ),
    )
    .orderBy(transactionOrder({}, sort))
    .offset(SLICE_ROWS - 1)
    .limit(1);
  return { after, last: row?.id ?? day?.last ?? null };
}

/**
 * The next closed day with a matching movement, from the daily totals; "none" if nothing is left to search.
 * Undefined if the totals don't cover the id or the filters.
 */
async function dayOfNextMatch(
  { from, merchantId, filters: { type, currency, account }, sort }: Search,
  after: string | null,
): Promise<{ after: string; last: string | null } | "none" | undefined> {
  if (after === null || !(type || currency || account)) return undefined;
  // Not by status, which can change after the day is closed.
  const kind = and(
    eq(dailyTotals.merchantId, merchantId),
    kindConditions(dailyTotals, { type, currency, account }),
  );
  const query = sort === "newest" ? dayBefore : dayAfter;
  const [row] = await from.execute<{ day: string | null; after: string; last: string | null }>(
    query(merchantId, kind, after),
  );
  if (!row) return undefined;
  // After the last closed day comes the open one; before the first comes nothing.
  return row.day === null && sort === "newest" ? "none" : row;
}

function dayBefore(merchantId: string, kind: SQL | undefined, id: string): SQL {
  const last = new Date(instantOf(id).getTime() - 1).toISOString();
  return sql`
    with store as (
      select coalesce(closed_zone, time_zone) as zone from ${merchants}
      where id = ${merchantId} and rolled_up_until > ${last}::timestamptz
    )
    select day, least(first_id_at(day_start(day + 1, zone)), ${id}::uuid) as after,
      first_id_at(day_start(day, zone)) as last
    from store left join lateral (
      select day from ${dailyTotals}
      where ${kind} and day <= (${last}::timestamptz at time zone zone)::date
      order by day desc limit 1) d on true`;
}

/** Without a closed day after the id, `after` is where the closed days end. */
function dayAfter(merchantId: string, kind: SQL | undefined, id: string): SQL {
  const first = instantOf(id).toISOString();
  return sql`
    with store as (
      select zone, (closed at time zone zone)::date as open_day from (
        select coalesce(closed_zone, time_zone) as zone, rolled_up_until as closed
        from ${merchants} where id = ${merchantId}) m
      where closed > ${first}::timestamptz
    )
    select day, greatest(first_id_at(day_start(coalesce(day, open_day), zone)), ${id}::uuid) as after,
      first_id_at(day_start(day + 1, zone)) as last
    from store left join lateral (
      select day from ${dailyTotals}
      where ${kind} and day < open_day and day >= (${first}::timestamptz at time zone zone)::date
      order by day limit 1) d on true`;
}

const EXPORTED_AT_ONCE = 1_000;

/** A movement with the time zone of the file. */
export type ExportedMovement = Movement & { timeZone: string };

/**
 * Streams all matching movements in batches, in the list's order, for export. The audit log records who
 * exports with which filters.
 */
export async function* exportTransactions(
  ctx: Ctx,
  { sort = "newest", ...filters }: Sorted,
): AsyncGenerator<ExportedMovement[]> {
  const { merchantId } = ctx;
  const { timeZone } = await settingsOf(db(), merchantId);
  await audit(db(), authorOf(ctx), {
    action: "transactions.exported",
    subjectId: merchantId,
    details: { filters: namesOfFilters(filters) },
  });
  let after: string | null = null;
  do {
    const { movements, stoppedAt } = await readFromReplica((from) =>
      readExported({ from, merchantId, filters, sort }, after),
    );
    yield movements.map((movement) => ({ ...movement, timeZone }));
    const last = movements.length === EXPORTED_AT_ONCE ? movements.at(-1)?.id : undefined;
    after = last ?? stoppedAt;
  } while (after !== null);
}

async function readExported(
  search: Search,
  after: string | null,
): Promise<{ movements: Movement[]; stoppedAt: string | null }> {
  const untilMs = searchDeadlineMs();
  const { rows, stoppedAt } = await searchSlices(search, after, EXPORTED_AT_ONCE, untilMs);
  return { movements: await withNames(search.merchantId, rows, search.from), stoppedAt };
}
