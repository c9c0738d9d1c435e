import { setTimeout } from "node:timers/promises";
import { and, asc, getTableColumns, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import pLimit from "p-limit";
import { log, safeError } from "@/lib/base/observe/log";
import { db } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { platformConnections as connections } from "@/lib/db/schema/platforms";
import { type Adapter, isPlatformError } from "./adapter";
import { type ConnectionRow, isConnection } from "./connection";
import { pause, recordFailure, recordReached } from "./health";
import { comparePage, queueOutdated, queueUnseen } from "./reconcile";
import * as policy from "./sync-policy";
import { adapterOf } from "./sync-worker";

// A serverless host stops a cron run after 60 s, and the last call can take 10 s.
const MAX_RUN_MS = 40_000;
const MAX_CONCURRENT_SHOPS = 8;
const MAX_SHOPS = 500;
const MAX_AWAITED_PAUSE_MS = 2_000;
const LONG_POLL_MS = 60_000;

type PollCounts = { polled: number; looks: number; failed: number };
type ConnectionValues = PgUpdateSetSource<typeof connections>;

// The database's clock is the same for all instances. A JavaScript Date has only milliseconds.
const NOW = sql`date_trunc('milliseconds', statement_timestamp())`;
const ago = (ms: number): SQL => sql`statement_timestamp() - ${ms} * interval '1 millisecond'`;

/**
 * Polls every connected shop for changes, compares all cards where that is due, and retries refused tokens
 * (design, section 7). Runs may overlap or crash: each job they queue handles its card on its own.
 */
export async function pollDue(maxMs = MAX_RUN_MS): Promise<PollCounts> {
  const deadlineMs = performance.now() + maxMs;
  const done: PollCounts = { polled: 0, looks: 0, failed: 0 };
  const limit = pLimit(MAX_CONCURRENT_SHOPS);
  await inEachBucket(async () => {
    const shops = await dueShops();
    await Promise.all(
      shops.map(async ({ pauseMs, ...connection }) => {
        if (pauseMs > 0) await setTimeout(pauseMs);
        await limit(() => pollShop(connection, deadlineMs, done));
      }),
    );
  });
  return done;
}

/**
 * Those of the bucket's shops that have waited longest come first, and those with a long-running poll last. Includes shops
 * with a short pause left: while many changes wait, the rate limit is used up most of the time.
 */
const dueShops = (): Promise<(ConnectionRow & { pauseMs: number })[]> =>
  db()
    .select({
      ...getTableColumns(connections),
      pauseMs: sql<number>`greatest(0, coalesce(extract(epoch from
        ${connections.pausedUntil} - statement_timestamp()) * 1000, 0))::float8`,
    })
    .from(connections)
    .where(
      and(
        ne(connections.status, "disconnected"),
        sql`coalesce(${connections.pausedUntil}, '-infinity') <= ${ago(-MAX_AWAITED_PAUSE_MS)}`,
        sql`(${connections.polledUntil} < ${ago(policy.POLL_EVERY_MS)}
          or coalesce(${connections.pollingSince}, ${connections.reconcilingSince}) is not null)`,
      ),
    )
    .orderBy(
      sql`coalesce(${connections.pollingSince} < ${ago(LONG_POLL_MS)}, false)`,
      asc(connections.polledUntil),
    )
    .limit(MAX_SHOPS);

async function pollShop(
  connection: ConnectionRow,
  deadlineMs: number,
  done: PollCounts,
): Promise<void> {
  if (performance.now() >= deadlineMs) return;
  try {
    const adapter = adapterOf(connection);
    if (connection.status === "failing") await resume(connection, await adapter.check());
    for (const scan of [CHANGES_SCAN, FULL_SCAN]) {
      const looks = await runScan(scan, connection, adapter, deadlineMs);
      done.looks += looks;
    }
    done.polled++;
    await recordReached(connection);
  } catch (error) {
    done.failed++;
    await handleFailure(connection, error);
  }
}

/** A scan of a shop's list of cards. Its start and its cursor are stored in the connection's row. */
type Scan = {
  startedAt: "pollingSince" | "reconcilingSince";
  cursor: "pollCursor" | "reconcileCursor";
  isDue: SQL;
  since: (connection: ConnectionRow) => Date;
  /** Runs at the end. Queues more cards and returns their number. */
  queueRest?: (connection: ConnectionRow, startedAt: Date) => Promise<number>;
  ended: (startedAt: Date) => ConnectionValues;
};

/** Scans what changed since the last poll. */
const CHANGES_SCAN: Scan = {
  startedAt: "pollingSince",
  cursor: "pollCursor",
  isDue: sql`${connections.polledUntil} < ${ago(policy.POLL_EVERY_MS)}`,
  since: ({ polledUntil, createdAt }) =>
    new Date((polledUntil ?? createdAt).getTime() - policy.POLL_OVERLAP_MS),
  ended: (startedAt) => ({ polledUntil: startedAt }),
};

/**
 * Scans all of the shop's cards, once a day or on request. Then queues cards that are missing in the shop or
 * not fully synced.
 */
const FULL_SCAN: Scan = {
  startedAt: "reconcilingSince",
  cursor: "reconcileCursor",
  isDue: sql`coalesce(${connections.reconciledAt}, ${connections.createdAt})
    < ${ago(policy.RECONCILE_EVERY_MS)}`,
  since: () => new Date(0),
  queueRest: async (connection, startedAt) =>
    (await queueUnseen(connection, startedAt)) + (await queueOutdated(connection)),
  ended: () => ({ reconciledAt: sql`statement_timestamp()` }),
};

/** Runs a scan until its end or the deadline. Returns the number of `look` jobs queued. */
async function runScan(
  { startedAt, cursor, isDue, since, queueRest, ended }: Scan,
  found: ConnectionRow,
  adapter: Adapter,
  deadlineMs: number,
): Promise<number> {
  const start = { [startedAt]: NOW, [cursor]: null } as ConnectionValues;
  const canStart = and(isNull(connections[startedAt]), isDue);
  const connection = found[startedAt] ? found : await update(found, canStart, start);
  const started = connection?.[startedAt];
  if (!connection || !started) return 0;
  // Don't overwrite the cursor of a newer scan.
  const begun = sql`${started.toISOString()}::timestamptz`;
  const isSame = sql`${connections[startedAt]} >= ${begun}
    and ${connections[startedAt]} < ${begun} + interval '1 millisecond'`;
  let looks = 0;
  let place = connection[cursor];
  do {
    if (performance.now() >= deadlineMs) return looks;
    const page = await adapter.changedSince(since(connection), place);
    looks += await comparePage(connection, page.cards);
    place = page.nextCursor;
    const noted =
      place === null || (await update(connection, isSame, { [cursor]: place } as ConnectionValues));
    if (!noted) return looks;
  } while (place !== null);
  looks += (await queueRest?.(connection, started)) ?? 0;
  await update(connection, isSame, {
    ...ended(started),
    [startedAt]: null,
    [cursor]: null,
  } as ConnectionValues);
  return looks;
}

async function update(
  connection: ConnectionRow,
  condition: SQL | undefined,
  values: ConnectionValues,
): Promise<ConnectionRow | null> {
  const [row] = await db()
    .update(connections)
    .set(values)
    .where(and(isConnection(connection), condition))
    .returning();
  return row ?? null;
}

const resume = (connection: ConnectionRow, shop: { name: string; currency: string }) =>
  update(connection, sql`${connections.status} = 'failing'`, {
    ...shop,
    status: "connected",
    lastError: null,
    pausedUntil: null,
  });

async function handleFailure(connection: ConnectionRow, error: unknown): Promise<void> {
  const { merchantId, id } = connection;
  if (!isPlatformError(error)) {
    log().error({ merchantId, connectionId: id, error: safeError(error) }, "a shop was not polled");
    return;
  }
  await recordFailure(connection, error);
  if (error.kind === "unauthorized") await pause(connection, policy.TRY_TOKEN_EVERY_MS);
  // Restart the scans: the shop may no longer know the cursor.
  if (error.kind === "refused") {
    const restart = { pollCursor: null, reconcileCursor: null, lastError: error.reason };
    await update(connection, undefined, restart);
  }
}
