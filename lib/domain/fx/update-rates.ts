import { eq, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { log, safeError } from "@/lib/base/observe/log";
import { db, type Tx } from "@/lib/db/client/client";
import { fxRates } from "@/lib/db/schema/transfers";
import { closeAgent, outboundAgent, sendOutbound } from "@/lib/domain/webhooks/outbound";
import { type DayOfRates, parseRates } from "./parse";
import { parseDecimal, rateText } from "./rate";

export type UpdateResult =
  | { day: string; kept: boolean; currencies: number; skipped: string[] }
  | { failed: string };

const MAX_FEED_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;
// An arbitrary number that no other advisory lock uses.
const RATES_LOCK = 7_274_128;

/** Fetches the day's rates from FX_FEED_URL and saves them once. A failure is logged and changes nothing. */
export async function updateRates(): Promise<UpdateResult> {
  try {
    const rates = parseRates(await fetchFeed(env().fxFeedUrl), todayAtTheBank());
    return await saveRates(rates);
  } catch (error) {
    log().warn({ job: "fx", error: safeError(error) }, "exchange rates were not updated");
    return { failed: error instanceof Error ? error.message : "unknown" };
  }
}

// The bank is in Frankfurt, up to two hours ahead of UTC.
const todayAtTheBank = (): string =>
  new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Fetches the feed: within 10 seconds, status 200, UTF-8, at most 256 KB, no redirects. */
async function fetchFeed(url: string): Promise<string> {
  const agent = outboundAgent();
  const headers = { accept: "application/xml, text/xml" };
  try {
    const response = await sendOutbound(agent, url, {
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += chunk.length;
      if (size > MAX_FEED_BYTES) throw new Error("the feed is too large");
      chunks.push(chunk);
    }
    if (response.statusCode !== 200)
      throw new Error(`the feed responded with ${response.statusCode}`);
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } finally {
    closeAgent(agent);
  }
}

/** Saves a day's rates. Throws if different rates are already saved for that day. */
const saveRates = ({ day, perEuro, skipped }: DayOfRates): Promise<UpdateResult> =>
  db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${RATES_LOCK})`);
    const isSaved = await areSaved(tx, day, perEuro);
    if (!isSaved) {
      const rows = [...perEuro].map(([currency, rate]) => ({ day, currency, perEuro: rate }));
      await tx.insert(fxRates).values(rows);
    }
    return { day, kept: !isSaved, currencies: perEuro.size, skipped };
  });

async function areSaved(tx: Tx, day: string, perEuro: DayOfRates["perEuro"]): Promise<boolean> {
  const rows = await tx.select().from(fxRates).where(eq(fxRates.day, day));
  for (const { currency, perEuro: saved } of rows) {
    const rate = perEuro.get(currency);
    if (rate === undefined || normalizedDecimal(rate) !== normalizedDecimal(saved)) {
      throw new Error(`the feed's rates for ${day} differ from the stored rates`);
    }
  }
  return rows.length > 0;
}

/** Removes trailing zeros. */
const normalizedDecimal = (decimal: string): string => rateText(parseDecimal(decimal));
