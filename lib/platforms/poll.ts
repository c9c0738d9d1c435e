import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { db } from "../db/client";
import { platformConnections as connections } from "../db/schema/platforms";
import type { Adapter } from "./adapter";
import { comparePage } from "./compare-page";
import { type ConnectionRow, isConnection } from "./connection";
import { queueBehind, queueUnseen } from "./queue-missed";
import { POLL_OVERLAP_MS, POLLED_EACH_MS, RECONCILED_EACH_MS } from "./schedule";

type Polled = { connection: ConnectionRow; adapter: Adapter; deadlineMs: number };

// The database's clock is one for all instances; in the milliseconds that a Date can hold.
const NOW = sql`date_trunc('milliseconds', clock_timestamp())`;
const ago = (ms: number): SQL => sql`clock_timestamp() - ${ms} * interval '1 millisecond'`;

/**
 * Asks a shop what has changed there since it was last asked, and queues a look at each card that
 * has. One that ends early goes on where it stopped. Gives how many looks. Throws PlatformError.
 */
export async function poll(polled: Polled): Promise<number> {
  const connection = polled.connection.pollingSince
    ? polled.connection
    : await begin(
        polled.connection,
        and(
          isNull(connections.pollingSince),
          sql`${connections.polledUntil} < ${ago(POLLED_EACH_MS)}`,
        ),
        { pollingSince: NOW, pollCursor: null },
      );
  if (!connection?.pollingSince) return 0;
  const { pollingSince: beganAt, polledUntil, createdAt, pollCursor } = connection;
  const own = is(connections.pollingSince, beganAt);
  const since = new Date((polledUntil ?? createdAt).getTime() - POLL_OVERLAP_MS);
  const { looks, finished } = await readPages(polled, since, pollCursor, (cursor) =>
    note(connection, own, { pollCursor: cursor }),
  );
  if (finished) {
    await note(connection, own, { polledUntil: beganAt, pollingSince: null, pollCursor: null });
  }
  return looks;
}

/**
 * Compares all cards of a shop with ours, once a day or when somebody asks: what it shows otherwise,
 * what it does not show any more, and what waits here for a change that nothing brings on. Gives how
 * many looks. Throws PlatformError.
 */
export async function reconcile(polled: Polled): Promise<number> {
  const lastAt = sql`coalesce(${connections.reconciledAt}, ${connections.createdAt})`;
  const connection = polled.connection.reconcilingSince
    ? polled.connection
    : await begin(
        polled.connection,
        and(isNull(connections.reconcilingSince), sql`${lastAt} < ${ago(RECONCILED_EACH_MS)}`),
        { reconcilingSince: NOW, reconcileCursor: null },
      );
  if (!connection?.reconcilingSince) return 0;
  const { reconcilingSince: beganAt, reconcileCursor } = connection;
  const own = is(connections.reconcilingSince, beganAt);
  const everything = new Date(0);
  const { looks, finished } = await readPages(polled, everything, reconcileCursor, (cursor) =>
    note(connection, own, { reconcileCursor: cursor }),
  );
  if (!finished) return looks;
  const unseen = await queueUnseen(connection, beganAt);
  const behind = await queueBehind(connection);
  await note(connection, own, {
    reconciledAt: sql`clock_timestamp()`,
    reconcilingSince: null,
    reconcileCursor: null,
  });
  return looks + unseen + behind;
}

type Noted = PgUpdateSetSource<typeof connections>;

/** The connection as it is once a turn has begun; null when it is not due, or somebody else's. */
async function begin(
  connection: ConnectionRow,
  isDue: SQL | undefined,
  begun: Noted,
): Promise<ConnectionRow | null> {
  const [row] = await db()
    .update(connections)
    .set(begun)
    .where(and(isConnection(connection), isDue))
    .returning();
  return row ?? null;
}

/** Whether the turn that began then is under way: one that began later notes its own place. */
const is = (
  column: typeof connections.pollingSince | typeof connections.reconcilingSince,
  beganAt: Date,
) => sql`date_trunc('milliseconds', ${column}) = ${beganAt.toISOString()}::timestamptz`;

/** Notes something of a turn; false when another has begun, or the shop was disconnected. */
async function note(connection: ConnectionRow, own: SQL, noted: Noted): Promise<boolean> {
  const rows = await db()
    .update(connections)
    .set(noted)
    .where(and(isConnection(connection), own))
    .returning({ id: connections.id });
  return rows.length > 0;
}

/** Reads page after page, noting where it is, until the end, the deadline, or another's turn. */
async function readPages(
  { connection, adapter, deadlineMs }: Polled,
  since: Date,
  from: string | null,
  notePlace: (cursor: string) => Promise<boolean>,
): Promise<{ looks: number; finished: boolean }> {
  let looks = 0;
  for (let cursor = from; performance.now() < deadlineMs; ) {
    const page = await adapter.changedSince(since, cursor);
    looks += await comparePage(connection, page.cards);
    if (page.nextCursor === null) return { looks, finished: true };
    cursor = page.nextCursor;
    if (!(await notePlace(cursor))) break;
  }
  return { looks, finished: false };
}
