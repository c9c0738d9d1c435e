import { sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { batchLimit, inBatches } from "../db/in-batches";
import { platformConnections as connections } from "../db/schema/platforms";
import { Refusal } from "../errors";
import { operation } from "../ledger/operation";
import { findConnection, isConnection } from "./connection";

/**
 * Ends the store's connection with its shop and forgets the token. The shop's gift cards stay as they
 * are, and are taken up again when the same shop is connected anew. Refuses: platform_not_connected.
 */
export async function disconnect(ctx: Ctx): Promise<{ disconnected: true }> {
  const { endedAt } = await operation(ctx, async (tx) => {
    const connection = await findConnection(ctx.merchantId, tx);
    if (!connection) throw new Refusal("platform_not_connected");
    const [row] = await tx
      .update(connections)
      .set({
        status: "disconnected",
        sealedToken: null,
        disconnectedAt: sql`clock_timestamp()`,
        lastError: null,
        pausedUntil: null,
        pollingSince: null,
        pollCursor: null,
        reconcilingSince: null,
        reconcileCursor: null,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(isConnection(connection))
      .returning({ endedAt: sql<string>`${connections.disconnectedAt}::text` });
    if (!row) throw new Error("the connection was not returned");
    await audit(tx, authorOf(ctx), {
      action: "platform.disconnected",
      subjectId: connection.id,
      details: { kind: connection.kind, address: connection.address },
    });
    return row;
  });
  // A shop may be connected by now: what was queued for it since is left.
  await inBatches(sql`
    update outbox set status = 'done', leased_until = null where ctid = any(array(
      select ctid from outbox where merchant_id = ${ctx.merchantId} and status = 'pending'
        and kind = 'platform_card' and created_at <= ${endedAt}::timestamptz
        ${batchLimit} for update skip locked))`);
  return { disconnected: true };
}
