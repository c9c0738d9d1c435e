import { setTimeout } from "node:timers/promises";
import { and, asc, getTableColumns, ne, sql } from "drizzle-orm";
import pLimit from "p-limit";
import { db } from "../db/client";
import { platformConnections as connections } from "../db/schema/platforms";
import { log, safeError } from "../log";
import { type ConnectionRow, isConnection } from "./connection";
import { isPlatformError } from "./errors";
import { noteReached, noteUnauthorized, noteUnreachable, pause } from "./health";
import { poll, reconcile } from "./poll";
import { adapterOf } from "./run-job";
import { POLLED_EACH_MS, TRIED_AGAIN_EACH_MS } from "./schedule";

// A serverless host ends a cron run after 60 s; the last call ends 10 s after it began.
const MAX_RUN_MS = 40_000;
const AT_ONCE = 8;
const AT_MOST = 500;
const AWAITED_PAUSE_MS = 2_000;
const LONG_POLL_MS = 60_000;

type Done = { polled: number; looks: number; failed: number };

/**
 * Asks every connected shop what has changed there, and compares all cards with those whose turn it
 * is (design, section 7); a shop that refused its token is tried once more. Runs may overlap, die and
 * be skipped: what they queue is settled card by card.
 */
export async function pollDue(maxMs = MAX_RUN_MS): Promise<Done> {
  const deadlineMs = performance.now() + maxMs;
  const done: Done = { polled: 0, looks: 0, failed: 0 };
  const limit = pLimit(AT_ONCE);
  const connected = await due();
  await Promise.all(
    connected.map(async ({ pauseMs, ...connection }) => {
      if (pauseMs > 0) await setTimeout(pauseMs);
      await limit(() => pollOne(connection, deadlineMs, done));
    }),
  );
  return done;
}

/**
 * The shops that were not asked for longest: those that a short run does not come to are next. One
 * whose poll does not come to an end stands behind the others. A short pause is waited for, since
 * while many changes wait the limit of calls is used up most of the time.
 */
const due = (): Promise<(ConnectionRow & { pauseMs: number })[]> =>
  db()
    .select({
      ...getTableColumns(connections),
      pauseMs: sql<number>`greatest(0, coalesce(extract(epoch from
        ${connections.pausedUntil} - clock_timestamp()) * 1000, 0))::float8`,
    })
    .from(connections)
    .where(
      and(
        ne(connections.status, "disconnected"),
        sql`coalesce(${connections.pausedUntil}, '-infinity')
          <= clock_timestamp() + ${AWAITED_PAUSE_MS} * interval '1 millisecond'`,
        sql`(${connections.polledUntil} < clock_timestamp()
            - ${POLLED_EACH_MS} * interval '1 millisecond'
          or coalesce(${connections.pollingSince}, ${connections.reconcilingSince}) is not null)`,
      ),
    )
    .orderBy(
      sql`coalesce(${connections.pollingSince} < clock_timestamp()
        - ${LONG_POLL_MS} * interval '1 millisecond', false)`,
      asc(connections.polledUntil),
    )
    .limit(AT_MOST);

async function pollOne(connection: ConnectionRow, deadlineMs: number, done: Done): Promise<void> {
  if (performance.now() >= deadlineMs) return;
  try {
    const adapter = adapterOf(connection);
    if (connection.status === "failing") await resume(connection, await adapter.check());
    const polled = { connection, adapter, deadlineMs };
    // Added once they are known: other shops' are added meanwhile.
    const changed = await poll(polled);
    done.looks += changed;
    const different = await reconcile(polled);
    done.looks += different;
    done.polled++;
    await noteReached(connection);
  } catch (error) {
    done.failed++;
    await failed(connection, error);
  }
}

/** Its token opens the shop again. */
const resume = (connection: ConnectionRow, told: { name: string; currency: string }) =>
  db()
    .update(connections)
    .set({ ...told, status: "connected", lastError: null, pausedUntil: null })
    .where(and(isConnection(connection), sql`${connections.status} = 'failing'`));

async function failed(connection: ConnectionRow, error: unknown): Promise<void> {
  const { merchantId, id } = connection;
  if (!isPlatformError(error)) {
    log().error({ merchantId, connectionId: id, error: safeError(error) }, "a shop was not polled");
    return;
  }
  if (error.kind === "throttled") await pause(connection, error.retryAfterMs);
  if (error.kind === "unauthorized") {
    await noteUnauthorized(connection, error.reason);
    await pause(connection, TRIED_AGAIN_EACH_MS);
  }
  if (error.kind === "unreachable") await noteUnreachable(connection, error.reason);
  // Its place in the list may be one that the shop no longer knows.
  if (error.kind === "refused") {
    await db()
      .update(connections)
      .set({ pollCursor: null, reconcileCursor: null, lastError: error.reason })
      .where(isConnection(connection));
  }
}
