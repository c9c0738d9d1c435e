import { desc, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField } from "@/lib/base/errors";
import { LIABILITY_KINDS } from "@/lib/base/liability-kinds";
import { type Db, db, extendStatementTimeout, onlyRow, type Tx } from "@/lib/db/client/client";
import { type ClosedTotals, monthClosings } from "@/lib/db/schema/month-closings";
import { namesOf } from "@/lib/domain/audit/actors";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { totalsBetweenSql } from "@/lib/ledger/closing/totals";
import { operation } from "@/lib/ledger/post/operation";
import { CLOSING_SECONDS } from "./close-days";

const CLOSING_COLUMNS = {
  month: monthClosings.month,
  transactions: monthClosings.transactions,
  totals: monthClosings.totals,
  /** In hex. */
  hash: sql<string>`encode(${monthClosings.hash}, 'hex')`,
  previousHash: sql<string | null>`encode(${monthClosings.previousHash}, 'hex')`,
  actor: monthClosings.actor,
  closedAt: monthClosings.closedAt,
};

const selectClosings = (from: Db | Tx, merchantId: string) =>
  from
    .select(CLOSING_COLUMNS)
    .from(monthClosings)
    .where(eq(monthClosings.merchantId, merchantId))
    .orderBy(desc(monthClosings.month));

type ClosingRow = Awaited<ReturnType<typeof selectClosings>>[number];

/** A closed month with the name of who closed it. */
export type Closing = ClosingRow & { closedBy: string | null };

/** A currency of a closed month, as it is exported. */
export type ExportedClosing = Omit<Closing, "totals"> & { totals: ClosedTotals };

/** The month that can be closed next (`YYYY-MM`), and whether its days are over and totaled. */
export type NextMonth = { month: string; isReady: boolean };

/** Lists a store's closed months, newest first, and the month that can be closed next; null without movements. */
export async function listClosings({ merchantId }: Ctx) {
  const rows = await selectClosings(db(), merchantId);
  const next = await nextMonthOf(db(), merchantId);
  return {
    closings: await withNames(merchantId, rows),
    next: next && { month: next.month, isReady: next.isReady },
  };
}

async function withNames(merchantId: string, rows: ClosingRow[]): Promise<Closing[]> {
  const names = await namesOf(merchantId, rows);
  return rows.map((row) => ({ ...row, closedBy: names.get(row.actor) ?? null }));
}

type Next = NextMonth & { beginsAt: string | null; endsAt: string; previousHash: string | null };

/** The month after the last closed one, or the first with a movement, in the store's time zone. */
async function nextMonthOf(from: Db | Tx, merchantId: string): Promise<Next | null> {
  const [row] = await from.execute<Next>(sql`
    with last as (select month, ends_at, hash from month_closings
        where merchant_id = ${merchantId} order by month desc limit 1),
      store as (select coalesce(closed_zone, time_zone) as zone, rolled_up_until from merchants
        where id = ${merchantId}),
      first as (select min(day) as day from daily_totals where merchant_id = ${merchantId}),
      next as (select date_trunc('month', coalesce(
        (select (month || '-01')::date + interval '1 month' from last), first.day))::date as day from first)
    select to_char(day, 'YYYY-MM') as month, last.ends_at::text as "beginsAt",
      ends.at::text as "endsAt", last.hash::text as "previousHash",
      coalesce(ends.at <= store.rolled_up_until, false) as "isReady"
    from next cross join store left join last on true
      cross join lateral (select day_start((day + interval '1 month')::date, zone) as at) ends
    where day is not null`);
  return row ?? null;
}

/**
 * Closes a month permanently: keeps its totals and the hashes of its transactions, chained to the month before,
 * so that `scrip ledger verify` names what changes later. Months are closed in order, the first one with
 * everything before it. Refuses: invalid_request (month: not the next one, not over and totaled yet, or being
 * closed by someone else).
 */
export async function closeMonth(ctx: Ctx, { month }: { month: string }) {
  requireScope(ctx, "store:own");
  const { merchantId, principal } = ctx;
  const { row } = await operation(ctx, async (tx): Promise<{ row: ClosingRow }> => {
    await extendStatementTimeout(tx, CLOSING_SECONDS);
    await lockClosing(tx, merchantId);
    const next = requireNext(await nextMonthOf(tx, merchantId), month);
    const closing = {
      merchant_id: merchantId,
      month,
      actor: principal.actor,
      begins_at: next.beginsAt,
      ends_at: next.endsAt,
      previous_hash: next.previousHash,
      totals: await totalsOf(tx, merchantId, next),
    };
    await tx.execute(sql`
      select close_month(jsonb_populate_record(null::month_closings, ${JSON.stringify(closing)}::jsonb))`);
    const row = onlyRow(await selectClosings(tx, merchantId).limit(1));
    const details = { hash: row.hash, transactions: row.transactions };
    await audit(tx, authorOf(ctx), { action: "month.closed", subjectId: month, details });
    return { row };
  });
  // After the transaction: the names are read on another connection.
  return { closing: onlyRow(await withNames(merchantId, [row])) };
}

/** Not a lock of the store's row, which gifts and settings would wait for while a month is hashed. */
async function lockClosing(tx: Tx, merchantId: string): Promise<void> {
  const lock = sql`hashtextextended(${`close-month:${merchantId}`}, 0)`;
  const [row] = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as alone`,
  );
  if (!row?.alone) throw invalidField("month", "is being closed by someone else");
}

function requireNext(next: Next | null, month: string): Next {
  if (!next) throw invalidField("month", "can't be closed: the store has no transactions yet");
  if (month < next.month && !next.previousHash)
    throw invalidField("month", "is before the store's first transaction");
  if (month < next.month) throw invalidField("month", "is already closed");
  if (month > next.month) throw invalidField("month", `can be closed only after ${next.month}`);
  if (!next.isReady)
    throw invalidField("month", "isn't over yet, or its totals aren't ready; try again later");
  return next;
}

/**
 * The liability of a month in every currency, as exact numbers in text: of the same transactions that are
 * hashed, from where the month before ended, also if the store's time zone has changed since.
 */
async function totalsOf(tx: Tx, merchantId: string, next: Next): Promise<ClosedTotals[]> {
  const [before] = await selectClosings(tx, merchantId).limit(1);
  const openings = new Map(before?.totals.map((one) => [one.currency, one.closingCents]));
  const rows = await tx.execute<{ currency: string; kind: string; cents: string }>(
    totalsBetweenSql(merchantId, { begins: next.beginsAt, ends: next.endsAt }),
  );
  const currencies = new Set([...openings.keys(), ...rows.map(({ currency }) => currency)]);
  return [...currencies].sort().map((currency) => {
    const moved = new Map(
      rows.filter((row) => row.currency === currency).map(({ kind, cents }) => [kind, cents]),
    );
    const changes = Object.fromEntries(
      LIABILITY_KINDS.map((kind) => [kind, moved.get(kind) ?? "0"]),
    );
    const openingCents = openings.get(currency) ?? "0";
    const closingCents = Object.values(changes).reduce(
      (sum, cents) => sum + BigInt(cents),
      BigInt(openingCents),
    );
    return { currency, openingCents, changes, closingCents: String(closingCents) };
  });
}

/** Exports a closed month, a row per currency with the closing's hash. Audited. Refuses: not_found. */
export async function* exportClosing(
  ctx: Ctx,
  { month }: { month: string },
): AsyncGenerator<ExportedClosing[]> {
  const rows = await selectClosings(db(), ctx.merchantId);
  const row = found(rows.find((one) => one.month === month));
  await audit(db(), authorOf(ctx), { action: "month.exported", subjectId: month });
  const [closing] = await withNames(ctx.merchantId, [row]);
  yield row.totals.map((totals) => ({ ...row, closedBy: closing?.closedBy ?? null, totals }));
}
