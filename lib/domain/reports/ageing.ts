import { and, desc, eq, lte } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import type { Db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { AGE_RANGES, ageing, ageingRuns, EXPIRY_RANGES } from "@/lib/db/schema/ageing";

/**
 * Reads the outstanding balance at the end of `day`, or of the latest snapshot's day, and the days that have
 * a snapshot. `day` is null before the first snapshot is complete.
 */
export const readAgeing = ({ merchantId }: Ctx, { day }: { day?: string | undefined }) =>
  readFromReplica((from) => readSnapshot(from, merchantId, day));

async function readSnapshot(from: Db, merchantId: string, requestedDay: string | undefined) {
  const [run] = await from.select().from(ageingRuns).where(eq(ageingRuns.merchantId, merchantId));
  const last = run?.finishedDay;
  if (!last) return { day: null, days: [], currencies: [] };
  const mine = eq(ageing.merchantId, merchantId);
  const earlierDays = await from
    .selectDistinct({ day: ageing.day })
    .from(ageing)
    .where(and(mine, lte(ageing.day, last)))
    .orderBy(desc(ageing.day));
  const days = [...new Set([last, ...earlierDays.map((row) => row.day)])];
  const day = days.find((one) => one === requestedDay) ?? last;
  const rows = await from
    .select()
    .from(ageing)
    .where(and(mine, eq(ageing.day, day)));
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return { day, days, currencies: currencies.map((currency) => sumByRange(currency, rows)) };
}

type Range<Grouping extends "byAge" | "byExpiry", Name> = { grouping: Grouping; name: Name };

/** One group of cards at the end of a day, as it is exported. */
export type AgeingLine = { day: string; currency: string; cards: number; balanceCents: bigint } & (
  | Range<"byAge", (typeof AGE_RANGES)[number]>
  | Range<"byExpiry", (typeof EXPIRY_RANGES)[number]>
);

/** The groups of a snapshot, by age and then by expiration, of every currency. */
export async function ageingLines(
  ctx: Ctx,
  query: { day?: string | undefined },
): Promise<AgeingLine[]> {
  const { day, currencies } = await readAgeing(ctx, query);
  if (day === null) return [];
  return currencies.flatMap(({ currency, byAge, byExpiry }) => [
    ...byAge.map((range) => ({ day, currency, grouping: "byAge" as const, ...range })),
    ...byExpiry.map((range) => ({ day, currency, grouping: "byExpiry" as const, ...range })),
  ]);
}

/** By months since the card last received money, and by months until it expires; with empty ranges. */
function sumByRange(currency: string, rows: (typeof ageing.$inferSelect)[]) {
  const own = rows.filter((row) => row.currency === currency);
  const total = (within: typeof own) => ({
    cards: within.reduce((sum, row) => sum + row.cards, 0),
    balanceCents: within.reduce((sum, row) => sum + BigInt(row.balanceCents), 0n),
  });
  const range = <Name extends string>(name: Name, column: "age" | "expiry") => ({
    name,
    ...total(own.filter((row) => row[column] === name)),
  });
  return {
    currency,
    ...total(own),
    byAge: AGE_RANGES.map((name) => range(name, "age")),
    byExpiry: EXPIRY_RANGES.map((name) => range(name, "expiry")),
  };
}
