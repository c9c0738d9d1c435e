import { and, eq, gt, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { firstIdAt } from "@/lib/base/ids";
import { db, type Tx } from "@/lib/db/client/client";
import { outbox } from "@/lib/db/schema/outbox";
import { platformConnections as connections } from "@/lib/db/schema/platforms";
import { queueMail } from "@/lib/domain/mail/mail";
import { ownerEmails } from "@/lib/domain/stores/member-emails";
import { settingsOf } from "@/lib/domain/stores/settings";
import type { PlatformError } from "./adapter";
import { type ConnectionKey, type ConnectionRow, isConnection } from "./connection";
import { connectionPauseMs, MAIL_EVERY_MS } from "./sync-policy";

const isConnected = (connection: ConnectionKey) =>
  and(isConnection(connection), eq(connections.status, "connected"));

/** Clears the errors after a call reached the shop. Skips the write if there are none. */
export const recordReached = ({ merchantId, id }: ConnectionKey) =>
  db().execute(sql`
    update platform_connections set unreachable_in_a_row = 0, last_error = null
    where merchant_id = ${merchantId} and id = ${id} and status = 'connected'
      and (unreachable_in_a_row > 0 or last_error is not null)`);

/** Updates the connection after a failed call. May pause other calls. */
export async function recordFailure(
  connection: ConnectionKey,
  error: PlatformError,
): Promise<void> {
  const { kind, reason, retryAfterMs } = error;
  if (kind === "throttled") await pause(connection, retryAfterMs);
  if (kind === "unauthorized") await recordUnauthorized(connection, reason);
  if (kind === "unlisted") await recordReached(connection);
  if (kind !== "unreachable") return;
  // A few in a row pause the shop.
  const [row] = await db()
    .update(connections)
    .set({ unreachableInARow: sql`${connections.unreachableInARow} + 1`, lastError: reason })
    .where(isConnected(connection))
    .returning({ inARow: connections.unreachableInARow });
  const pauseMs = row ? connectionPauseMs(row.inARow) : 0;
  if (pauseMs > 0) await pause(connection, pauseMs);
}

/** Pauses all calls to the shop. */
export const pause = (connection: ConnectionKey, pauseMs: number) =>
  db()
    .update(connections)
    .set({
      pausedUntil: sql`greatest(coalesce(${connections.pausedUntil}, '-infinity'),
        statement_timestamp() + ${pauseMs} * interval '1 millisecond')`,
    })
    .where(isConnection(connection));

/** The shop refuses the token: its jobs wait until the token works again, and the owners are emailed. */
export const recordUnauthorized = (connection: ConnectionKey, reason: string): Promise<void> =>
  db().transaction(async (tx) => {
    const [row] = await tx
      .update(connections)
      .set({ status: "failing", lastError: reason })
      .where(isConnected(connection))
      .returning();
    if (row) await mailOwners(tx, row, reason);
  });

async function mailOwners(tx: Tx, connection: ConnectionRow, error: string): Promise<void> {
  const { merchantId, kind, name: shopName } = connection;
  if (await wasMailed(tx, connection)) return;
  const { name: storeName } = await settingsOf(tx, merchantId);
  const secret = kind === "http" ? "secret" : "token";
  const link = `${env().appUrl}/settings/integrations`;
  const mail = { template: "platform_failing", storeName, shopName, secret, error, link } as const;
  for (const to of await ownerEmails(tx, merchantId))
    await queueMail(tx, merchantId, { to, ...mail });
}

/** Whether the owners were emailed within the last day and since the token was saved. */
async function wasMailed(tx: Tx, { merchantId, updatedAt }: ConnectionRow): Promise<boolean> {
  const sinceMs = Math.max(updatedAt.getTime(), Date.now() - MAIL_EVERY_MS);
  const mailed = and(
    gt(outbox.id, firstIdAt(sinceMs)),
    eq(outbox.merchantId, merchantId),
    eq(outbox.kind, "email"),
    sql`${outbox.payload}->>'template' = 'platform_failing'`,
  );
  return (await tx.$count(outbox, mailed)) > 0;
}
