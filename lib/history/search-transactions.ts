import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { dailyTotals, transactions } from "../db/schema/transactions";
import { firstIdAt, instantOf } from "../ids";
import { settingsOf } from "../merchants/settings";
import { type PageRequest, type SearchResult, searchPageOf } from "../page";
import { countIfKnown } from "./count-transactions";
import { MOVEMENT_COLUMNS, type Movement, type MovementRow, withNames } from "./movements";
import {
  afterCondition,
  conditions,
  indexedFilter,
  kindConditions,
  type TransactionFilters,
} from "./transaction-filters";

/** Rows in a slice of a search, and the time after which no new slice starts. */
const SLICE_ROWS = 25_000;
export const SEARCH_TIME_LIMIT_MS = 400;

export type FoundMovements = {
  items: Movement[];
  /** Exact; null if it would need a full count. */
  total: number | null;
  nextCursor: string | null;
  /** How far back the search went, if there is more to search. */
  searchedTo: Date | null;
};

/**
 * The merchant's matching movements, newest first. If no index fits the filters, it searches a limited part
 * of the history and returns how far it got; the cursor continues from there.
 * Refuses: invalid_request (the cursor).
 */
export async function searchTransactions(
  { merchantId }: Ctx,
  { limit, cursor, ...filters }: Pick<PageRequest, "limit" | "cursor"> & TransactionFilters,
): Promise<FoundMovements> {
  const [{ items, nextCursor, stoppedAt }, known] = await Promise.all([
    searchPageOf({ limit, cursor }, { list: "movements", merchantId, ...filters }, (after, rows) =>
      searchSlices(merchantId, filters, after, rows, Date.now() + SEARCH_TIME_LIMIT_MS),
    ),
    countIfKnown(merchantId, filters),
  ]);
  const isAll = cursor === undefined && nextCursor === null;
  return {
    items: await withNames(merchantId, items),
    total: known ?? (isAll ? items.length : null),
    nextCursor,
    searchedTo: stoppedAt ? instantOf(stoppedAt) : null,
  };
}

/** Up to `limit` rows after an id. Searches slice by slice and starts no new slice after `untilMs`. */
export async function searchSlices(
  merchantId: string,
  filters: TransactionFilters,
  after: string | null,
  limit: number,
  untilMs: number,
): Promise<SearchResult<MovementRow>> {
  if (isServedByIndex(filters)) {
    return { rows: await readRows(merchantId, filters, after, null, limit), stoppedAt: null };
  }
  const rows: MovementRow[] = [];
  const end = filters.from ? firstIdAt(filters.from.getTime()) : "";
  let before = after;
  for (;;) {
    const slice = await nextSlice(merchantId, filters, before);
    if (!slice) return { rows, stoppedAt: null };
    rows.push(
      ...(await readRows(merchantId, filters, slice.before, slice.floor, limit - rows.length)),
    );
    const isEnd = slice.floor === null || slice.floor <= end;
    if (rows.length >= limit || isEnd) return { rows, stoppedAt: null };
    before = slice.floor;
    if (Date.now() >= untilMs) return { rows, stoppedAt: before };
  }
}

/** Whether one index serves all filters, or only one card is read. */
function isServedByIndex(filters: TransactionFilters): boolean {
  const { from: _from, to: _to, cardId, ...others } = filters;
  const served = Object.keys(indexedFilter(filters));
  return (
    cardId !== undefined ||
    Object.entries(others).every(([name, value]) => value === undefined || served.includes(name))
  );
}

function readRows(
  merchantId: string,
  filters: TransactionFilters,
  before: string | null,
  floor: string | null,
  limit: number,
): Promise<MovementRow[]> {
  return db()
    .select(MOVEMENT_COLUMNS)
    .from(transactions)
    .where(
      and(
        conditions(merchantId, filters),
        before ? afterCondition(merchantId, filters, before) : undefined,
        floor ? gte(transactions.id, floor) : undefined,
      ),
    )
    .orderBy(desc(filters.cardId ? transactions.sequence : transactions.id))
    .limit(limit);
}

/** A part of the history: ids below `before`, from `floor` on. Null means no bound. */
type Slice = { before: string | null; floor: string | null };

/** The next part to search; null if no remaining part can have a match. */
async function nextSlice(
  merchantId: string,
  filters: TransactionFilters,
  before: string | null,
): Promise<Slice | null> {
  const day = await dayOfNextMatch(merchantId, filters, before);
  if (day === "none") return null;
  const start = day?.before ?? before;
  const { from, to } = filters;
  const served = conditions(merchantId, { ...indexedFilter(filters), from, to });
  const [row] = await db()
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        served,
        start ? lt(transactions.id, start) : undefined,
        day ? gte(transactions.id, day.floor) : undefined,
      ),
    )
    .orderBy(desc(transactions.id))
    .offset(SLICE_ROWS - 1)
    .limit(1);
  return { before: start, floor: row?.id ?? day?.floor ?? null };
}

/**
 * The latest closed day before an id with a matching movement, from the daily totals; "none" if there is
 * no such day. Undefined if the totals don't cover the id or the filters.
 */
async function dayOfNextMatch(
  merchantId: string,
  { type, currency, account }: TransactionFilters,
  before: string | null,
): Promise<{ before: string; floor: string } | "none" | undefined> {
  if (before === null || !(type || currency || account)) return undefined;
  const last = new Date(instantOf(before).getTime() - 1).toISOString();
  // Not by status, which can change after the day is closed.
  const kind = and(
    eq(dailyTotals.merchantId, merchantId),
    kindConditions(dailyTotals, { type, currency, account }),
  );
  const [row] = await db().execute<{ day: string | null; before: string; floor: string }>(sql`
    with store as (
      select coalesce(closed_zone, time_zone) as zone from ${merchants}
      where id = ${merchantId} and rolled_up_until > ${last}::timestamptz
    )
    select day, least(first_id_at(day_start(day + 1, zone)), ${before}::uuid) as before,
      first_id_at(day_start(day, zone)) as floor
    from store left join lateral (
      select day from ${dailyTotals}
      where ${kind} and day <= (${last}::timestamptz at time zone zone)::date
      order by day desc limit 1) d on true`);
  return row && (row.day === null ? "none" : row);
}

const BATCH_ROWS = 1_000;

/** A movement with the time zone of the file. */
export type ExportedMovement = Movement & { timeZone: string };

/**
 * Streams all matching movements in batches, newest first, for export. The audit log records who exports
 * with which filters.
 */
export async function* exportTransactions(
  ctx: Ctx,
  filters: TransactionFilters,
): AsyncGenerator<ExportedMovement[]> {
  const { merchantId } = ctx;
  const { timeZone } = await settingsOf(db(), merchantId);
  await audit(db(), authorOf(ctx), {
    action: "transactions.exported",
    subjectId: merchantId,
    details: { filters },
  });
  let after: string | null = null;
  do {
    const untilMs = Date.now() + SEARCH_TIME_LIMIT_MS;
    const found: SearchResult<MovementRow> = await searchSlices(
      merchantId,
      filters,
      after,
      BATCH_ROWS,
      untilMs,
    );
    const movements = await withNames(merchantId, found.rows);
    yield movements.map((movement) => ({ ...movement, timeZone }));
    const last = found.rows.length === BATCH_ROWS ? found.rows.at(-1)?.id : undefined;
    after = last ?? found.stoppedAt;
  } while (after !== null);
}
