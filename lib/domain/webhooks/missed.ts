import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { extendStatementTimeout, type Tx } from "@/lib/db/client/client";
import { CLOCK } from "@/lib/db/client/clock";
import { webhookDeliveries as deliveries, webhooks } from "@/lib/db/schema/webhooks";

/** Matches the deliveries of one of the merchant's webhooks. */
export const ofWebhook = (merchantId: string, webhookId: string): SQL | undefined =>
  and(eq(deliveries.merchantId, merchantId), eq(deliveries.webhookId, webhookId));

/** When a delivery first arrived; null if it never did. */
export const firstDeliveredAt: SQL<Date | null> = sql`coalesce(${deliveries.deliveredAt},
  case when ${deliveries.status} = 'delivered' then ${deliveries.settledAt} end)`.mapWith(
  deliveries.deliveredAt,
);

const isUndelivered = and(isNull(deliveries.dismissedAt), isNull(deliveries.deliveredAt));

const exhaustedSinceSuccess = (merchantId: string, webhookId: string): SQL => sql`(
  ${deliveries.status} = 'failed' and ${deliveries.settledAt} >= (select w.failing_since
    from ${webhooks} w where w.merchant_id = ${merchantId} and w.id = ${webhookId}))`;

/** Matches missed deliveries: held or exhausted since the last success, never delivered, and not skipped. */
export const isMissed = (merchantId: string, webhookId: string): SQL | undefined =>
  and(
    ofWebhook(merchantId, webhookId),
    isUndelivered,
    sql`(${deliveries.status} = 'held' or ${exhaustedSinceSuccess(merchantId, webhookId)})`,
  );

/**
 * Holds the pending deliveries of an inactive webhook. Resent ones that had arrived become delivered
 * again.
 */
export async function holdPending(tx: Tx, merchantId: string, webhookId: string): Promise<void> {
  await extendStatementTimeout(tx, LONG_QUEUE_SECONDS);
  await tx
    .update(deliveries)
    .set({
      status: sql`case when ${deliveries.deliveredAt} is null then 'held' else 'delivered' end`,
      settledAt: sql`coalesce(${deliveries.deliveredAt}, clock.at)`,
    })
    .from(CLOCK)
    .where(and(ofWebhook(merchantId, webhookId), eq(deliveries.status, "pending")));
}

/** Holds the exhausted deliveries that led to disabling, so that a later success does not hide them. */
export const holdExhausted = (tx: Tx, merchantId: string, webhookId: string) =>
  tx
    .update(deliveries)
    .set({ status: "held" })
    .where(
      and(
        ofWebhook(merchantId, webhookId),
        isUndelivered,
        exhaustedSinceSuccess(merchantId, webhookId),
      ),
    );

/** Values that make a delivery of any status pending again, with all its retries. */
export const QUEUED_AGAIN_VALUES = {
  status: "pending",
  attempts: 0,
  lastError: null,
  deliveredAt: firstDeliveredAt,
  settledAt: null,
  dismissedAt: null,
  // If an attempt is running, wait until its lease ends.
  nextAttemptAt: sql`greatest(statement_timestamp(), ${deliveries.leasedUntil})`,
} as const;

/** A queue that grew for days takes longer than the usual statement timeout. */
export const LONG_QUEUE_SECONDS = 60;
