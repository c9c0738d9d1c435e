import { codeOf } from "@/lib/base/errors";
import { log, markLogged, safeError } from "@/lib/base/observe/log";

/** Codes of Postgres, the driver and the network: nothing is wrong with the query. */
const CONNECTION_CODES =
  /^(08|53|57P|CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;

export const isConnectionCode = (code: string): boolean => CONNECTION_CODES.test(code);

/** Citus's internal and I/O errors for a node, or for the coordinator itself, that ends during a statement. */
const LOST_CONNECTION =
  /^(server closed the connection|could not (receive data from|send data to) server|postmaster was shut down|failure on connection marked as essential|failed to COPY to shard|no connection to the server|connection not open|SSL connection has been closed|SSL SYSCALL error)/;

/** Whether an error that Postgres returned says that Citus lost a bucket's node: what it ran there may be committed. */
export function isNodeLost(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|57P)/.test(code)) return true;
  return (
    ["XX000", "58030"].includes(code) &&
    error instanceof Error &&
    LOST_CONNECTION.test(error.message)
  );
}

const LOG_EVERY_MS = 60_000;

const DISK_FULL_CODE = "53100";

/** Failures since the last line about them. */
type Failures = { loggedAtMs: number; failures: number };
type Outage = Failures & {
  since: number | null;
  diskFull: Failures;
  lostNode: Failures;
  unusableNode: Failures;
  busyPool: Failures;
};

const none = (): Failures => ({ loggedAtMs: -Infinity, failures: 0 });

// On globalThis, because pages, routes and the server can each have a copy of this module.
const OUTAGE_SYMBOL = Symbol.for("scrip.outage");
const globals = globalThis as { [OUTAGE_SYMBOL]?: Outage };

function outage(): Outage {
  globals[OUTAGE_SYMBOL] ??= {
    ...none(),
    since: null,
    diskFull: none(),
    lostNode: none(),
    unusableNode: none(),
    busyPool: none(),
  };
  return globals[OUTAGE_SYMBOL];
}

/** Logs at most once a minute, with the number of failures since the last line. `error` isn't logged again. */
function logEachMinute(counted: Failures, error: unknown, message: string): void {
  counted.failures++;
  if (performance.now() - counted.loggedAtMs >= LOG_EVERY_MS) {
    const { failures } = counted;
    Object.assign(counted, { loggedAtMs: performance.now(), failures: 0 });
    log().warn({ failures, error: safeError(error) }, message);
  }
  markLogged(error);
}

/** Logs that the database is away, at most once a minute. */
export function noteOutage(error: unknown): void {
  const now = outage();
  now.since ??= performance.now();
  logEachMinute(now, error, "the database isn't responding");
}

/** Logs an error of a query that failed because the database's disk is full, at most once a minute. */
export function noteFullDisk(error: unknown): void {
  if (codeOf(error) !== DISK_FULL_CODE) return;
  logEachMinute(outage().diskFull, error, "the database's disk is full, so changes are refused");
}

/** Logs an error of a query that failed because a node of Citus is away, at most once a minute. */
export const noteLostNode = (error: unknown): void =>
  logEachMinute(outage().lostNode, error, "a node of Citus isn't responding");

/** Logs why DATABASE_NODE_URL isn't used, at most once a minute. */
export const noteUnusableNode = (error: unknown): void =>
  logEachMinute(
    outage().unusableNode,
    error,
    "DATABASE_NODE_URL doesn't work, so the coordinator forwards calls to the node",
  );

/** Logs that no connection was free in time, at most once a minute. */
export const noteBusyPool = (error: unknown): void =>
  logEachMinute(
    outage().busyPool,
    error,
    "all connections to the database were in use for too long",
  );

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
