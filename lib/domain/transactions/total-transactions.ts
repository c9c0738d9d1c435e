import { and, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { firstIdAt } from "@/lib/base/ids";
import { type Db, db, onlyRow } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { transactions } from "@/lib/db/schema/transactions";
import { settingsOf } from "@/lib/domain/stores/settings";
import type { TransactionType } from "@/lib/ledger/post/records";
import { type Actor, keyNamesOf, namedActor } from "./list-with-actors";

export const TOTAL_GROUPS = ["type", "key", "currency", "source"] as const;
type TotalGroup = (typeof TOTAL_GROUPS)[number];

/** The longest span, with an hour for a change of clocks: it bounds what one request reads. */
const MAX_SPAN_MS = (31 * 24 + 1) * 60 * 60 * 1_000;
const MAX_GROUPS = 1_000;

export type TotalsRequest = {
  /** A day in the store's time zone (YYYY-MM-DD), instead of `from` and `to`; by default today. */
  day?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive; by default now. */
  to?: Date | undefined;
  groupBy: readonly TotalGroup[];
  actor?: string | undefined;
  currency?: string | undefined;
};

export type TransactionTotal = {
  type?: TransactionType;
  actor?: Actor;
  source?: string | null;
  currency: string;
  count: number;
  /** In minor units; a string, because a sum can exceed MAX_SAFE_INTEGER. */
  amountCents: string;
};

export type TransactionTotals = {
  from: Date;
  to: Date;
  timeZone: string;
  totals: TransactionTotal[];
};

/**
 * Exact counts and sums of a store's transactions, each currency separately. A key without transactions:read
 * gets those of its own. Refuses: invalid_request (a span that is empty or too long, too many groups).
 */
export async function totalTransactions(
  ctx: Ctx,
  { day, groupBy, actor, currency, ...span }: TotalsRequest,
): Promise<TransactionTotals> {
  const { merchantId, principal } = ctx;
  const { timeZone } = await settingsOf(db(), merchantId);
  const { from, to } = await spanOf(timeZone, day, span);
  const isOwn = !principal.scopes.includes("transactions:read");
  const matching = and(
    eq(transactions.merchantId, merchantId),
    gte(transactions.id, firstIdAt(from.getTime())),
    lt(transactions.id, firstIdAt(to.getTime())),
    ne(transactions.status, "failed"),
    isOwn ? eq(transactions.actor, principal.actor) : undefined,
    actor ? eq(transactions.actor, actor) : undefined,
    currency ? eq(transactions.currency, currency) : undefined,
  );
  const totals = await readFromReplica((conn) => readTotals(conn, merchantId, matching, groupBy));
  return { from, to, timeZone, totals };
}

async function readTotals(
  from: Db,
  merchantId: string,
  matching: SQL | undefined,
  groupBy: readonly TotalGroup[],
): Promise<TransactionTotal[]> {
  const rows = await from.execute<TotalRow>(totalsQuery(matching, groupBy));
  if (rows.length > MAX_GROUPS) {
    throw invalidField(
      "groupBy",
      `must result in at most ${MAX_GROUPS} groups; group by fewer fields`,
    );
  }
  return await present(from, merchantId, [...rows], groupBy);
}

type TotalRow = {
  type: TransactionType;
  actor: string;
  source: string | null;
  currency: string;
  count: number;
  cents: string;
};

/** The columns by group. Only keys and users are distinguished. */
const COLUMNS: Record<TotalGroup, SQL> = {
  type: sql`type`,
  key: sql`case when actor like 'key:%' or actor like 'user:%' then actor
    else split_part(actor, ':', 1) end`,
  currency: sql`currency`,
  source: sql`source`,
};

const columnIf = (groupBy: readonly TotalGroup[], group: TotalGroup): SQL =>
  groupBy.includes(group) ? COLUMNS[group] : sql`null::text`;

const totalsQuery = (which: SQL | undefined, groupBy: readonly TotalGroup[]): SQL => sql`
  select ${columnIf(groupBy, "type")} as type, ${columnIf(groupBy, "key")} as actor,
    ${columnIf(groupBy, "source")} as source, currency, count(*)::float8 as count,
    sum(amount_cents)::text as cents
  from ${transactions} where ${which}
  group by 1, 2, 3, 4 order by 4, 1, 2, 3 limit ${MAX_GROUPS + 1}`;

async function present(
  from: Db,
  merchantId: string,
  rows: TotalRow[],
  groupBy: readonly TotalGroup[],
): Promise<TransactionTotal[]> {
  const byKey = groupBy.includes("key");
  const names = await keyNamesOf(from, merchantId, byKey ? rows : []);
  return rows.map(({ type, actor, source, currency, count, cents }) => ({
    ...(groupBy.includes("type") ? { type } : {}),
    ...(byKey ? { actor: namedActor(actor, names) } : {}),
    ...(groupBy.includes("source") ? { source } : {}),
    currency,
    count,
    amountCents: cents,
  }));
}

/** The span of a request. Refuses: invalid_request. */
async function spanOf(
  timeZone: string,
  day: string | undefined,
  { from, to }: Pick<TotalsRequest, "from" | "to">,
): Promise<{ from: Date; to: Date }> {
  const rows = await db().execute<{ begins: string; ends: string; now: string }>(sql`
    select day_start(day, ${timeZone})::text as begins, day_start(day + 1, ${timeZone})::text as ends,
      now()::text as now
    from (select coalesce(${day ?? null}::date, (now() at time zone ${timeZone})::date) as day) d`);
  const row = onlyRow(rows);
  if (day !== undefined) return { from: new Date(row.begins), to: new Date(row.ends) };
  const begins = from ?? new Date(row.begins);
  const ends = to ?? new Date(row.now);
  const [isFrom, isTo] = [from !== undefined, to !== undefined];
  if (ends <= begins) {
    if (!isTo) throw invalidField("from", "must be in the past");
    throw invalidField(
      "to",
      isFrom ? "must be after from" : "must be after the start of today; send from",
    );
  }
  if (ends.getTime() - begins.getTime() > MAX_SPAN_MS) {
    if (!isTo)
      throw invalidField(
        "from",
        "must be at most 31 days ago; for an earlier period, also send to",
      );
    throw invalidField(
      "to",
      `must be at most 31 days after ${isFrom ? "from" : "the start of today"}`,
    );
  }
  return { from: begins, to: ends };
}
