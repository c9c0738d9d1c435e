import { desc, eq, sql } from "drizzle-orm";
import { namesOf } from "../audit/actors";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { type Db, db, onlyRow, type Tx } from "../db/client";
import { type ClosedTotals, monthClosings } from "../db/schema/month-closings";
import { found, invalidField } from "../errors";
import { operation } from "../ledger/operation";
import { type MonthRollForward, readRollForward } from "./roll-forward";

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
 * Closes a month for good: keeps its totals and the hashes of its transactions, chained to the month before, so
 * that `scrip ledger verify` names what changes later. Months are closed in order, the first one with everything
 * before it. Refuses: invalid_request (month: not the next one, or not over and totaled yet).
 */
export async function closeMonth(ctx: Ctx, { month }: { month: string }) {
  const { merchantId, principal } = ctx;
  const totals = await totalsOf(ctx, month);
  return await operation(ctx, async (tx): Promise<{ closing: Closing }> => {
    await tx.execute(sql`set local statement_timeout = '10min'`);
    await tx.execute(sql`select from merchants where id = ${merchantId} for no key update`);
    const next = requireNext(await nextMonthOf(tx, merchantId), month);
    const row = {
      ...{ merchant_id: merchantId, month, totals, actor: principal.actor },
      ...{ begins_at: next.beginsAt, ends_at: next.endsAt, previous_hash: next.previousHash },
    };
    await tx.execute(sql`
      select close_month(jsonb_populate_record(null::month_closings, ${JSON.stringify(row)}::jsonb))`);
    const [latest] = await selectClosings(tx, merchantId).limit(1);
    const closing = onlyRow(await withNames(merchantId, latest ? [latest] : []));
    const details = { hash: closing.hash, transactions: closing.transactions };
    await audit(tx, authorOf(ctx), { action: "month.closed", subjectId: month, details });
    return { closing };
  });
}

function requireNext(next: Next | null, month: string): Next {
  if (!next) throw invalidField("month", "can't be closed: the store has no transactions yet");
  if (month < next.month) throw invalidField("month", "is closed already");
  if (month > next.month) throw invalidField("month", `can be closed after ${next.month}`);
  if (!next.isReady)
    throw invalidField("month", "isn't over yet, or its last day isn't totaled yet");
  return next;
}

/** The liability of a month in every currency, as exact numbers in text. */
async function totalsOf(ctx: Ctx, month: string): Promise<ClosedTotals[]> {
  const currencies = await db().execute<{ currency: string }>(sql`
    select distinct currency from daily_totals where merchant_id = ${ctx.merchantId} order by 1`);
  const totals: ClosedTotals[] = [];
  for (const { currency } of currencies) {
    const { months } = await readRollForward(ctx, { currency });
    const of = months.find((one) => one.month === month);
    if (of) totals.push({ currency, ...asText(of) });
  }
  return totals;
}

const asText = ({ openingCents, changes, closingCents }: MonthRollForward) => ({
  openingCents: String(openingCents),
  changes: Object.fromEntries(
    Object.entries(changes).map(([kind, cents]) => [kind, String(cents)]),
  ),
  closingCents: String(closingCents),
});

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
