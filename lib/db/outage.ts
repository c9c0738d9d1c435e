import { log, markLogged, safeError } from "../log";

/** Codes of Postgres, the driver and the network: nothing is wrong with the query. */
const CONNECTION_CODES =
  /^(08|53|57P|CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;

export const isConnectionCode = (code: string): boolean => CONNECTION_CODES.test(code);

const LOG_EVERY_MS = 60_000;

type Outage = { since: number | null; loggedAtMs: number; failures: number };

// On globalThis, because pages, routes and the server can each have a copy of this module.
const OUTAGE_SYMBOL = Symbol.for("scrip.outage");
const globals = globalThis as { [OUTAGE_SYMBOL]?: Outage };

function outage(): Outage {
  globals[OUTAGE_SYMBOL] ??= { since: null, loggedAtMs: -Infinity, failures: 0 };
  return globals[OUTAGE_SYMBOL];
}

/**
 * Logs that the database is away, at most once a minute, with the number of failures since the last line.
 * `error` isn't logged again.
 */
export function noteOutage(error: unknown): void {
  const now = outage();
  now.since ??= performance.now();
  now.failures++;
  if (performance.now() - now.loggedAtMs >= LOG_EVERY_MS) {
    const { failures } = now;
    Object.assign(now, { loggedAtMs: performance.now(), failures: 0 });
    log().warn({ failures, error: safeError(error) }, "the database isn't responding");
  }
  markLogged(error);
}

/** Logs that the database is back, if it was away and the log says so. */
export function noteResponse(): void {
  const now = outage();
  if (now.since === null) return;
  const isLogged = now.loggedAtMs >= now.since;
  const seconds = Math.round((performance.now() - now.since) / 1_000);
  const { failures } = now;
  now.since = null;
  if (!isLogged) return;
  now.failures = 0;
  log().warn({ failures, seconds }, "the database is responding again");
}
