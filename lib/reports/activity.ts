import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { totalsByDaySql, withClosedDays } from "../ledger/totals";

export const PERIODS = ["7d", "30d", "90d", "12m"] as const;
export type Period = (typeof PERIODS)[number];

/** How far each period goes back from today, and the length of one point. */
const SPANS: Record<Period, { back: string; step: "day" | "month" }> = {
  "7d": { back: "6 days", step: "day" },
  "30d": { back: "29 days", step: "day" },
  "90d": { back: "89 days", step: "day" },
  "12m": { back: "11 months", step: "month" },
};

/**
 * Amounts issued, given as store credit and redeemed in one currency, all positive, by day or month of a
 * period that ends today, in the store's time zone, without gaps. `from` is a point's first day.
 */
export async function readActivity(
  { merchantId }: Ctx,
  { currency, period }: { currency: string; period: Period },
) {
  const { back, step } = SPANS[period];
  const points = await withClosedDays(merchantId, async (tx, books) => {
    const [first] = await tx.execute<{ day: string }>(sql`
      select date_trunc(${step}, ${books.today}::date - ${back}::interval)::date::text as day`);
    const from = first?.day ?? books.today;
    return tx.execute<{ from: string; issued: string; credited: string; redeemed: string }>(sql`
      select p.at::date::text as "from",
        coalesce(sum(cents) filter (where kind = 'issued'), 0)::text as issued,
        coalesce(sum(cents) filter (where kind = 'credited'), 0)::text as credited,
        coalesce(-sum(cents) filter (where kind = 'redeemed'), 0)::text as redeemed
      from generate_series(${from}::timestamp, ${books.today}::timestamp, ${`1 ${step}`}::interval) p (at)
      left join (${totalsByDaySql(merchantId, books, from)}) t
        on t.currency = ${currency} and date_trunc(${step}, t.day::timestamp) = p.at
      group by p.at order by p.at`);
  });
  return {
    step,
    points: points.map(({ from, issued, credited, redeemed }) => ({
      from,
      issuedCents: BigInt(issued),
      creditedCents: BigInt(credited),
      redeemedCents: BigInt(redeemed),
    })),
  };
}
