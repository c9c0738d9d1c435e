import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { webhookDeliveries as deliveries } from "../db/schema/webhooks";
import { extendStatementTimeout } from "./missed";

/**
 * Makes the waiting retries of a store's deliveries due this much sooner, at the earliest now. The queue runs on
 * the real time, so that the retries of a test twin become due by its own clock.
 */
export async function advanceDeliveries(tx: Tx, merchantId: string, byMs: number): Promise<void> {
  await extendStatementTimeout(tx);
  await tx
    .update(deliveries)
    .set({
      nextAttemptAt: sql`greatest(now(), ${deliveries.nextAttemptAt} - ${byMs} * interval '1 millisecond')`,
    })
    .where(
      and(
        eq(deliveries.merchantId, merchantId),
        eq(deliveries.status, "pending"),
        gt(deliveries.nextAttemptAt, sql`now()`),
        // An attempt under way sets the time of the next one itself.
        sql`coalesce(${deliveries.leasedUntil} < now(), true)`,
      ),
    );
}
