import { eq, sql } from "drizzle-orm";
import { db, type Tx } from "../db/client";
import { fxRates } from "../db/schema/fx-rates";
import { env } from "../env";
import { log, safeError } from "../log";
import { fetchFeed } from "./fetch-feed";
import { type DayOfRates, parseRates } from "./parse";
import { parseDecimal, rateText } from "./rate";

export type Updated =
  | { day: string; kept: boolean; currencies: number; skipped: string[] }
  | { failed: string };

/** Which lock serialises runs: any number that nothing else takes. */
const RATES_LOCK = 7_274_128;

/**
 * Fetches the day's rates from FX_FEED_URL and keeps them, unless they are kept already. What can't
 * be fetched or believed is told and logged, and changes nothing.
 */
export async function updateRates(): Promise<Updated> {
  try {
    const rates = parseRates(await fetchFeed(env().fxFeedUrl), todayAtTheBank());
    return await keepRates(rates);
  } catch (error) {
    log().warn({ error: safeError(error) }, "exchange rates were not updated");
    return { failed: error instanceof Error ? error.message : "unknown" };
  }
}

// Where the bank is, the day begins up to two hours before it does in UTC.
const todayAtTheBank = (): string =>
  new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Keeps a day's rates. Throws when the day is kept already and says something else. */
const keepRates = ({ day, perEuro, skipped }: DayOfRates): Promise<Updated> =>
  db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${RATES_LOCK})`);
    const kept = await isKept(tx, day, perEuro);
    if (!kept) {
      const rows = [...perEuro].map(([currency, rate]) => ({ day, currency, perEuro: rate }));
      await tx.insert(fxRates).values(rows);
    }
    return { day, kept: !kept, currencies: perEuro.size, skipped };
  });

async function isKept(tx: Tx, day: string, perEuro: ReadonlyMap<string, string>): Promise<boolean> {
  const rows = await tx.select().from(fxRates).where(eq(fxRates.day, day));
  if (rows.length === 0) return false;
  const same = rows.every(
    (row) => normalised(row.perEuro) === normalised(perEuro.get(row.currency)),
  );
  if (!same) throw new Error(`the feed tells other rates of ${day} than are kept`);
  return true;
}

/** Without the zeros at the end, which say nothing. */
const normalised = (decimal: string | undefined): string | null =>
  decimal === undefined ? null : rateText(parseDecimal(decimal));
