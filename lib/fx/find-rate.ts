import { sql } from "drizzle-orm";
import { db } from "../db/client";
import { fxRates } from "../db/schema/fx-rates";
import { crossRate, type Rate } from "./rate";

export const SOURCE = "European Central Bank";
const EURO = "EUR";

export type FoundRate = { rate: Rate /** YYYY-MM-DD */; asOf: string };

/** The rate between two currencies on that day (YYYY-MM-DD), or the newest; null when one has none. */
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
