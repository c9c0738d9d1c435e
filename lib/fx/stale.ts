import { env } from "../env";

const FRESH_DAYS = 4;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether rates of this day (YYYY-MM-DD) are more than four days old. */
export const isStale = (asOf: string, now = new Date()): boolean =>
  Date.parse(now.toISOString().slice(0, 10)) - Date.parse(asOf) > FRESH_DAYS * DAY_MS;

/** Whether transfers can use rates of this day. In production, stale ones need FX_ALLOW_STALE_RATES. */
export const isUsable = (asOf: string): boolean =>
  !isStale(asOf) || env().fxAllowStaleRates || !env().production;
