import { env } from "../env";

const FRESH_DAYS = 4;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether rates of this day (YYYY-MM-DD) are older than four days. */
export const isStale = (asOf: string, now = new Date()): boolean =>
  Date.parse(now.toISOString().slice(0, 10)) - Date.parse(asOf) > FRESH_DAYS * DAY_MS;

/** Whether money may move at rates of this day: stale ones do in production only when allowed. */
export const isUsable = (asOf: string): boolean =>
  !isStale(asOf) || env().fxAllowStaleRates || !env().production;
