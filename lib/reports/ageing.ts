import { and, desc, eq, lte } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { AGE_BUCKETS, ageing, ageingRuns, EXPIRY_BUCKETS } from "../db/schema/ageing";

type Bucket<Name extends string> = { name: Name; cards: number; balanceCents: bigint };

export type Aged = {
  currency: string;
  cards: number;
  balanceCents: bigint;
  /** By months since the card last received money, and by months until it expires; with empty buckets. */
  byAge: Bucket<(typeof AGE_BUCKETS)[number]>[];
  byExpiry: Bucket<(typeof EXPIRY_BUCKETS)[number]>[];
};

/** The outstanding balance at the end of a day; `day` is null before the first snapshot is complete. */
export type Ageing = { day: string | null; days: string[]; currencies: Aged[] };

/** Reads the snapshot of `day`, or the latest one, and the days that have a snapshot. */
export async function readAgeing(
  { merchantId }: Ctx,
  { day: wanted }: { day?: string | undefined },
): Promise<Ageing> {
  const [run] = await db().select().from(ageingRuns).where(eq(ageingRuns.merchantId, merchantId));
  const last = run?.finishedDay;
  if (!last) return { day: null, days: [], currencies: [] };
  const mine = eq(ageing.merchantId, merchantId);
  const known = await db()
    .selectDistinct({ day: ageing.day })
    .from(ageing)
    .where(and(mine, lte(ageing.day, last)))
    .orderBy(desc(ageing.day));
  const days = [...new Set([last, ...known.map((row) => row.day)])];
  const day = days.find((one) => one === wanted) ?? last;
  const rows = await db()
    .select()
    .from(ageing)
    .where(and(mine, eq(ageing.day, day)));
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return {
    day,
    days,
    currencies: currencies.map((currency) => summed(currency, rows)),
  };
}

type Row = typeof ageing.$inferSelect;

function summed(currency: string, rows: Row[]): Aged {
  const own = rows.filter((row) => row.currency === currency);
  const total = (within: Row[]) => ({
    cards: within.reduce((sum, row) => sum + row.cards, 0),
    balanceCents: within.reduce((sum, row) => sum + BigInt(row.balanceCents), 0n),
  });
  return {
    currency,
    ...total(own),
    byAge: AGE_BUCKETS.map((name) => ({ name, ...total(own.filter(({ age }) => age === name)) })),
    byExpiry: EXPIRY_BUCKETS.map((name) => ({
      name,
      ...total(own.filter(({ expiry }) => expiry === name)),
    })),
  };
}
