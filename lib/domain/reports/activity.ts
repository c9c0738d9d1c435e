import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import {
  type Comparison,
  comparedRange,
  type DateRange,
  daysIn,
  pointsOf,
  type Step,
  stepOf,
} from "@/lib/base/time/date-ranges";
import type { Tx } from "@/lib/db/client/client";
import {
  type ClosedDays,
  totalsByDaySql,
  withClosedDaysOnReplica,
} from "@/lib/ledger/closing/totals";
import { type Changes, noChanges } from "./roll-forward";

/** Keeps the number of points and of days that are read bounded. */
const MAX_DAYS = 3_660;

export type ActivityRequest = DateRange & {
  currency: string;
  compare?: Comparison | undefined;
};

/** What changed in a range of days: balances at its beginning and its end, and the changes between. */
export type RangeTotals = DateRange & {
  openingCents: bigint;
  changes: Changes;
  closingCents: bigint;
};

export type ActivityPoint = DateRange & {
  issuedCents: bigint;
  creditedCents: bigint;
  redeemedCents: bigint;
};

export type Activity = RangeTotals & {
  step: Step;
  points: ActivityPoint[];
  /** The range compared with; null if none was asked for, or if there were no transactions until its end. */
  before: RangeTotals | null;
};

/**
 * Reads what changed in one currency between two days of the store's time zone, both inclusive, and in the range
 * that it is compared with. `points` have positive amounts. Refuses: invalid_request (to, from).
 */
export function readActivity(
  { merchantId }: Ctx,
  { currency, compare, ...range }: ActivityRequest,
): Promise<Activity> {
  if (range.to < range.from) throw invalidField("to", "must not be before from");
  if (daysIn(range) > MAX_DAYS) throw invalidField("from", "must be at most 10 years before to");
  const compared = compare ? comparedRange(range, compare) : null;
  const step = stepOf(range);
  return withClosedDaysOnReplica(merchantId, async (tx, books) => {
    const read = { tx, merchantId, books, currency };
    const totals = await totalsOfRanges(read, range, compared ?? range);
    const points = await readPoints(read, range, step);
    return { ...totals.range, step, points, before: compared && totals.compared };
  });
}

type Read = { tx: Tx; merchantId: string; books: ClosedDays; currency: string };

type KindRow = {
  kind: keyof Changes;
  opening: string;
  changed: string;
  openingCompared: string;
  changedCompared: string;
  firstDay: string;
};

async function totalsOfRanges(
  { tx, merchantId, books, currency }: Read,
  range: DateRange,
  compared: DateRange,
) {
  const before = ({ from }: DateRange) =>
    sql`coalesce(sum(cents) filter (where day < ${from}::date), 0)::text`;
  const within = ({ from, to }: DateRange) =>
    sql`coalesce(sum(cents) filter (where day between ${from}::date and ${to}::date), 0)::text`;
  const rows = await tx.execute<KindRow>(sql`
    select kind, ${before(range)} as opening, ${within(range)} as changed,
      ${before(compared)} as "openingCompared", ${within(compared)} as "changedCompared",
      min(day)::text as "firstDay"
    from (${totalsByDaySql(merchantId, books)}) t where currency = ${currency} group by kind`);
  const kinds = [...rows];
  const isKnown = kinds.some(({ firstDay }) => firstDay <= compared.to);
  return {
    range: rangeTotals(range, kinds, "opening", "changed"),
    compared: isKnown ? rangeTotals(compared, kinds, "openingCompared", "changedCompared") : null,
  };
}

function rangeTotals(
  range: DateRange,
  rows: KindRow[],
  opening: "opening" | "openingCompared",
  changed: "changed" | "changedCompared",
): RangeTotals {
  const changes = noChanges();
  for (const row of rows) changes[row.kind] = BigInt(row[changed]);
  const openingCents = rows.reduce((sum, row) => sum + BigInt(row[opening]), 0n);
  const closingCents = Object.values(changes).reduce((sum, cents) => sum + cents, openingCents);
  return { ...range, openingCents, changes, closingCents };
}

async function readPoints(
  { tx, merchantId, books, currency }: Read,
  range: DateRange,
  step: Step,
): Promise<ActivityPoint[]> {
  const from = sql`${range.from}::date`;
  const starts = {
    day: sql`day`,
    week: sql`${from} + (day - ${from}) / 7 * 7`,
    month: sql`greatest(date_trunc('month', day::timestamp)::date, ${from})`,
  };
  const rows = await tx.execute<
    { from: string } & Record<"issued" | "credited" | "redeemed", string>
  >(sql`
    select start::text as "from",
      coalesce(sum(cents) filter (where kind = 'issued'), 0)::text as issued,
      coalesce(sum(cents) filter (where kind = 'credited'), 0)::text as credited,
      coalesce(-sum(cents) filter (where kind = 'redeemed'), 0)::text as redeemed
    from (select ${starts[step]} as start, kind, cents
      from (${totalsByDaySql(merchantId, books, range.from)}) t
      where currency = ${currency} and day <= ${range.to}::date) moved
    group by start`);
  const rowByStart = new Map([...rows].map((row) => [row.from, row]));
  return pointsOf(range, step).map((point) => {
    const row = rowByStart.get(point.from);
    return {
      ...point,
      issuedCents: BigInt(row?.issued ?? 0),
      creditedCents: BigInt(row?.credited ?? 0),
      redeemedCents: BigInt(row?.redeemed ?? 0),
    };
  });
}
