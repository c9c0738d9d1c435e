import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { LIABILITY_KINDS, type LiabilityKind } from "@/lib/base/liability-kinds";
import { totalsByDaySql, withClosedDaysOnReplica } from "@/lib/ledger/closing/totals";

/** What each kind of movement added to the liability. Redeemed and breakage are negative. */
export type Changes = Record<LiabilityKind, bigint>;

export const noChanges = (): Changes =>
  Object.fromEntries(LIABILITY_KINDS.map((kind) => [kind, 0n])) as Changes;

/** One month of one currency: opening balance, changes and closing balance. */
export type MonthRollForward = {
  /** `YYYY-MM`, in the store's time zone. */
  month: string;
  openingCents: bigint;
  changes: Changes;
  closingCents: bigint;
};

/** A month as it is exported. */
export type LiabilityLine = MonthRollForward & { currency: string };

/** The months of a currency, newest first. `today` is the store's date when they were read. */
export type RollForward = { today: string; months: MonthRollForward[] };

/**
 * Reads the liability by month, from the first movement to today. Each closing balance is the next opening
 * balance, and the last is the sum of all card balances. Includes pending movements.
 */
export const readRollForward = (
  { merchantId }: Ctx,
  { currency }: { currency: string },
): Promise<RollForward> =>
  withClosedDaysOnReplica(merchantId, async (tx, books) => {
    const rows = await tx.execute<{ month: string; kind: string | null; cents: string }>(sql`
      with moved as materialized (
        select to_char(day, 'YYYY-MM') as month, kind, sum(cents)::text as cents
        from (${totalsByDaySql(merchantId, books)}) t where currency = ${currency} group by 1, 2)
      select to_char(m.at, 'YYYY-MM') as month, kind, coalesce(cents, '0') as cents
      from generate_series((select min(month) || '-01' from moved)::timestamp,
        ${books.today}::timestamp, interval '1 month') m (at)
      left join moved on moved.month = to_char(m.at, 'YYYY-MM')
      order by 1`);
    return { today: books.today, months: rollForward(rows).reverse() };
  });

/** The months as they are exported. */
export const liabilityLines = async (
  ctx: Ctx,
  { currency }: { currency: string },
): Promise<LiabilityLine[]> =>
  (await readRollForward(ctx, { currency })).months.map((month) => ({ ...month, currency }));

function rollForward(rows: Iterable<{ month: string; kind: string | null; cents: string }>) {
  const months: MonthRollForward[] = [];
  let balance = 0n;
  for (const { month, kind, cents } of rows) {
    let current = months.at(-1);
    if (current?.month !== month) {
      current = { month, openingCents: balance, changes: noChanges(), closingCents: balance };
      months.push(current);
    }
    const liabilityKind = LIABILITY_KINDS.find((one) => one === kind);
    if (liabilityKind) current.changes[liabilityKind] += BigInt(cents);
    balance += BigInt(cents);
    current.closingCents = balance;
  }
  return months;
}
