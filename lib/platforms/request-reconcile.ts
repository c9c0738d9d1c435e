import { sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { platformConnections as connections } from "../db/schema/platforms";
import { Refusal } from "../errors";
import { operation } from "../ledger/operation";
import type { Instant } from "../ledger/records";
import { findConnection, isConnection } from "./connection";

/**
 * Has all cards of the shop compared with the ledger's, by the next run of the platforms job; while a
 * comparison is under way it is that one. Refuses: platform_not_connected.
 */
export const requestReconcile = (ctx: Ctx) =>
  operation(ctx, async (tx): Promise<{ reconcilingSince: Instant }> => {
    const connection = await findConnection(ctx.merchantId, tx);
    if (!connection) throw new Refusal("platform_not_connected");
    if (connection.reconcilingSince) return { reconcilingSince: connection.reconcilingSince };
    const [row] = await tx
      .update(connections)
      .set({ reconcilingSince: sql`clock_timestamp()`, reconcileCursor: null })
      .where(isConnection(connection))
      .returning({ since: connections.reconcilingSince });
    await audit(tx, authorOf(ctx), {
      action: "platform.reconciliation_requested",
      subjectId: connection.id,
    });
    if (!row?.since) throw new Error("the beginning was not returned");
    return { reconcilingSince: row.since };
  });
