import { sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { decimalsOf } from "@/lib/base/money";
import { db } from "@/lib/db/client/client";
import { fxRates } from "@/lib/db/schema/transfers";

/** A positive decimal: `digits` / 10^`scale`. */
export type Rate = { digits: bigint; scale: number };

const SIGNIFICANT_DIGITS = 12;
const MIN_DIGITS_VALUE = 10n ** BigInt(SIGNIFICANT_DIGITS - 1);
const MAX_SCALE = 40;

const tenTo = (power: number): bigint => 10n ** BigInt(power);

/** Parses a decimal such as "1.0705". Throws for anything else. */
export function parseDecimal(text: string): Rate {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error("not a decimal");
  const [, whole = "", fraction = ""] = match;
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

export function rateText({ digits, scale }: Rate): string {
  const text = String(digits).padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/(?<!0)0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The rate between two currencies, rounded down so that converting there and back never makes a profit. */
export function crossRate(fromPerEuro: string, toPerEuro: string): Rate {
  const from = parseDecimal(fromPerEuro);
  const to = parseDecimal(toPerEuro);
  const over = to.digits * tenTo(from.scale);
  const under = from.digits * tenTo(to.scale);
  let scale = 0;
  while ((over * tenTo(scale)) / under < MIN_DIGITS_VALUE && scale < MAX_SCALE) scale++;
  return { digits: (over * tenTo(scale)) / under, scale };
}

/** Converts minor units of `from` to minor units of `to`, rounded down. */
export const convert = (amountCents: bigint, rate: Rate, from: string, to: string): bigint =>
  (amountCents * rate.digits * tenTo(decimalsOf(to))) / tenTo(rate.scale + decimalsOf(from));

export const SOURCE = "European Central Bank";
const EURO = "EUR";

/** The exchange rate of a day (YYYY-MM-DD), or the latest. Null if either currency has no rate. */
export async function findRate(from: string, to: string, asOf: string | null = null) {
  const [found] = await db().execute<{ day: string; perEuro: Record<string, string> }>(sql`
    select day::text, jsonb_object_agg(currency, per_euro::text) as "perEuro" from ${fxRates}
    where day = coalesce(${asOf}::date, (select max(day) from ${fxRates})) group by day`);
  if (!found) return null;
  const perEuro = (currency: string) => (currency === EURO ? "1" : found.perEuro[currency]);
  const [fromPerEuro, toPerEuro] = [perEuro(from), perEuro(to)];
  if (!fromPerEuro || !toPerEuro) return null;
  return { rate: crossRate(fromPerEuro, toPerEuro), asOf: found.day };
}

const FRESH_DAYS = 4;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether rates of this day (YYYY-MM-DD) are more than four days old. */
export const isStale = (asOf: string, now = new Date()): boolean =>
  Date.parse(now.toISOString().slice(0, 10)) - Date.parse(asOf) > FRESH_DAYS * DAY_MS;

/** Whether transfers can use rates of this day. In production, stale ones need FX_ALLOW_STALE_RATES. */
export const isUsable = (asOf: string): boolean =>
  !isStale(asOf) || env().fxAllowStaleRates || !env().production;
