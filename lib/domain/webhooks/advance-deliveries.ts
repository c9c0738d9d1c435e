import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { extendStatementTimeout, type Tx } from "@/lib/db/client/client";
import { webhookDeliveries as deliveries, webhooks } from "@/lib/db/schema/webhooks";
import { LONG_QUEUE_SECONDS } from "./missed";

/**
 * Makes the waiting retries of a store's deliveries due this much sooner, at the earliest now, and its failing
 * webhooks this much longer failing. The queue runs on the real time, so that both follow a test twin's clock.
 */
export async function advanceDeliveries(tx: Tx, merchantId: string, byMs: number): Promise<void> {
  await extendStatementTimeout(tx, LONG_QUEUE_SECONDS);
  // Webhooks first: the order in which attempts lock them.
  await tx
    .update(webhooks)
    .set({ exhaustedSince: sql`earlier.at` })
    .from(sql`(select id, exhausted_since - ${byMs} * interval '1 millisecond' as at
      from webhooks where merchant_id = ${merchantId} offset 0 for no key update) earlier`)
    .where(
      and(
        eq(webhooks.merchantId, merchantId),
        sql`${webhooks.id} = earlier.id`,
        isNotNull(webhooks.exhaustedSince),
      ),
    );
  await tx
    .update(deliveries)
    .set({ nextAttemptAt: sql`greatest(now(), earlier.at)` })
    .from(sql`(select id, next_attempt_at - ${byMs} * interval '1 millisecond' as at
      from webhook_deliveries where merchant_id = ${merchantId} and status = 'pending' offset 0 for no key update) earlier`)
    .where(
      and(
        eq(deliveries.merchantId, merchantId),
        sql`${deliveries.id} = earlier.id`,
        eq(deliveries.status, "pending"),
        gt(deliveries.nextAttemptAt, sql`now()`),
        // An attempt under way sets the time of the next one itself.
        sql`(${deliveries.leasedUntil} is null or ${deliveries.leasedUntil} < now())`,
      ),
    );
}
