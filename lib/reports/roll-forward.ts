import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { totals, withClosedDays } from "../ledger/totals";

const KINDS = ["issued", "credited", "redeemed", "transfers", "gifts", "breakage"] as const;

/** One month of one currency: what it began with, what changed it, and what it ended with. */
export type Month = {
  /** `YYYY-MM`, by the store's days. */
  month: string;
  openingCents: bigint;
  /** What each kind of movement added to what is owed: redeemed and breakage are below zero. */
  changes: Record<(typeof KINDS)[number], bigint>;
  closingCents: bigint;
};

/** The months of a currency, newest first, and the store's day on which they were read. */
export type RollForward = { today: string; months: Month[] };

/**
 * Liability month by month, from the first movement to today. Each closing is the next opening, and
 * the last is the sum of all balances. Pending movements count and failed ones do not: one that
 * fails later changes the month in which it was made.
 */
export const readRollForward = (
  { merchantId }: Ctx,
  { currency }: { currency: string },
): Promise<RollForward> =>
  withClosedDays(merchantId, async (tx, books) => {
    const rows = await tx.execute<{ month: string; kind: string | null; cents: string }>(sql`
      with moved as materialized (
        select to_char(day, 'YYYY-MM') as month, kind, sum(cents)::text as cents
        from (${totals(merchantId, books)}) t where currency = ${currency} group by 1, 2)
      select to_char(m.at, 'YYYY-MM') as month, kind, coalesce(cents, '0') as cents
      from generate_series((select min(month) || '-01' from moved)::timestamp,
        ${books.today}::timestamp, interval '1 month') m (at)
      left join moved on moved.month = to_char(m.at, 'YYYY-MM')
      order by 1`);
    return { today: books.today, months: rollForward(rows).reverse() };
  });

function rollForward(rows: Iterable<{ month: string; kind: string | null; cents: string }>) {
  const months: Month[] = [];
  let balance = 0n;
  for (const { month, kind, cents } of rows) {
    let current = months.at(-1);
    if (current?.month !== month) {
      const changes = Object.fromEntries(KINDS.map((one) => [one, 0n])) as Month["changes"];
      current = { month, openingCents: balance, changes, closingCents: balance };
      months.push(current);
    }
    const known = KINDS.find((one) => one === kind);
    if (known) current.changes[known] += BigInt(cents);
    balance += BigInt(cents);
    current.closingCents = balance;
  }
  return months;
}
