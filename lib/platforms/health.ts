import { and, eq, gt, or, sql } from "drizzle-orm";
import { db } from "../db/client";
import { platformConnections as connections } from "../db/schema/platforms";
import { type ConnectionKey, isConnection } from "./connection";
import { queueFailingMail } from "./failing-mail";
import { connectionPauseMs } from "./schedule";

/** A call reached the platform. Touches its row only when the ones before did not. */
export const noteReached = (connection: ConnectionKey) =>
  db()
    .update(connections)
    .set({ unreachableInARow: 0, lastError: null })
    .where(
      and(
        isConnection(connection),
        eq(connections.status, "connected"),
        or(gt(connections.unreachableInARow, 0), sql`${connections.lastError} is not null`),
      ),
    );

/** A call did not reach it: after a few in a row it is left alone for a while. */
export async function noteUnreachable(connection: ConnectionKey, reason: string): Promise<void> {
  const [row] = await db()
    .update(connections)
    .set({ unreachableInARow: sql`${connections.unreachableInARow} + 1`, lastError: reason })
    .where(and(isConnection(connection), eq(connections.status, "connected")))
    .returning({ inARow: connections.unreachableInARow });
  const pauseMs = row ? connectionPauseMs(row.inARow) : 0;
  if (pauseMs > 0) await pause(connection, pauseMs);
}

/** Nothing is sent to the platform for so long. */
export const pause = (connection: ConnectionKey, pauseMs: number) =>
  db()
    .update(connections)
    .set({
      pausedUntil: sql`greatest(coalesce(${connections.pausedUntil}, clock_timestamp()),
        clock_timestamp() + ${pauseMs} * interval '1 millisecond')`,
    })
    .where(isConnection(connection));

/**
 * Its token opens nothing any more: everything waits until it does again or a new one is saved. The
 * store's owners are told in the same commit.
 */
export const noteUnauthorized = (connection: ConnectionKey, reason: string): Promise<void> =>
  db().transaction(async (tx) => {
    const [row] = await tx
      .update(connections)
      .set({ status: "failing", lastError: reason })
      .where(and(isConnection(connection), eq(connections.status, "connected")))
      .returning();
    if (row) await queueFailingMail(tx, row, reason);
  });
