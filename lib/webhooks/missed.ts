import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { webhookDeliveries as deliveries, webhooks } from "../db/schema/webhooks";

/** The deliveries of one of the merchant's webhooks. */
export const ofWebhook = (merchantId: string, webhookId: string): SQL | undefined =>
  and(eq(deliveries.merchantId, merchantId), eq(deliveries.webhookId, webhookId));

/** When a delivery first arrived; null as long as it never did. */
export const firstDeliveredAt: SQL<Date | null> = sql`coalesce(${deliveries.deliveredAt},
  case when ${deliveries.status} = 'delivered' then ${deliveries.settledAt} end)`.mapWith(
  deliveries.deliveredAt,
);

const exhaustedSinceSuccess = (merchantId: string, webhookId: string): SQL => sql`(
  ${deliveries.status} = 'failed' and ${deliveries.settledAt} >= (select w.failing_since
    from ${webhooks} w where w.merchant_id = ${merchantId} and w.id = ${webhookId}))`;

/**
 * What a webhook missed: held, or exhausted since it last succeeded, and not dismissed. What had
 * arrived before it was sent again is not missed, however that went.
 */
export const isMissed = (merchantId: string, webhookId: string): SQL | undefined =>
  and(
    ofWebhook(merchantId, webhookId),
    isNull(deliveries.dismissedAt),
    isNull(deliveries.deliveredAt),
    sql`(${deliveries.status} = 'held' or ${exhaustedSinceSuccess(merchantId, webhookId)})`,
  );

/**
 * Keeps for later what waits for a webhook that is not active any more; what had arrived before it
 * was sent again has arrived.
 */
export async function holdPending(tx: Tx, merchantId: string, webhookId: string): Promise<void> {
  await allowLongQueues(tx);
  await tx
    .update(deliveries)
    .set({
      status: sql`case when ${deliveries.deliveredAt} is null then 'held' else 'delivered' end`,
      settledAt: sql`coalesce(${deliveries.deliveredAt}, clock_timestamp())`,
    })
    .where(and(ofWebhook(merchantId, webhookId), eq(deliveries.status, "pending")));
}

/** What led to a disabling was missed too, whatever succeeds before the merchant chooses. */
export const holdExhausted = (tx: Tx, merchantId: string, webhookId: string) =>
  tx
    .update(deliveries)
    .set({ status: "held" })
    .where(
      and(
        ofWebhook(merchantId, webhookId),
        isNull(deliveries.dismissedAt),
        isNull(deliveries.deliveredAt),
        exhaustedSinceSuccess(merchantId, webhookId),
      ),
    );

/** What makes a delivery, whatever became of it, wait again with fresh retries. */
export const queuedAgain = {
  status: "pending",
  attempts: 0,
  lastError: null,
  deliveredAt: firstDeliveredAt,
  settledAt: null,
  dismissedAt: null,
  // An attempt that is under way keeps its delivery until its lease ends.
  nextAttemptAt: sql`greatest(clock_timestamp(), ${deliveries.leasedUntil})`,
} as const;

/** A queue that grew for days may take longer than a request's statement is allowed to. */
export const allowLongQueues = (tx: Tx) => tx.execute(sql`set local statement_timeout = '60s'`);
