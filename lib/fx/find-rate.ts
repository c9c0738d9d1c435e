import { sql } from "drizzle-orm";
import { db } from "../db/client";
import { fxRates } from "../db/schema/fx-rates";
import { crossRate, type Rate } from "./rate";

export const SOURCE = "European Central Bank";
const EURO = "EUR";

/** A rate and its date (YYYY-MM-DD). */
export type FoundRate = { rate: Rate; asOf: string };

/** The exchange rate of a day (YYYY-MM-DD), or the latest. Null if either currency has no rate. */
export async function findRate(
  from: string,
  to: string,
  asOf: string | null = null,
): Promise<FoundRate | null> {
  const [found] = await db().execute<{ day: string; perEuro: Record<string, string> }>(sql`
    select day::text, jsonb_object_agg(currency, per_euro::text) as "perEuro" from ${fxRates}
    where day = coalesce(${asOf}::date, (select max(day) from ${fxRates})) group by day`);
  if (!found) return null;
  const perEuro = (currency: string) => (currency === EURO ? "1" : found.perEuro[currency]);
  const [fromPerEuro, toPerEuro] = [perEuro(from), perEuro(to)];
  return fromPerEuro && toPerEuro
    ? { rate: crossRate(fromPerEuro, toPerEuro), asOf: found.day }
    : null;
}
