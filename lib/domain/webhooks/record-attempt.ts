import { and, eq, sql } from "drizzle-orm";
import { newId } from "@/lib/base/ids";
import { db, type Tx, withRetries } from "@/lib/db/client/client";
import { CLOCK } from "@/lib/db/client/clock";
import { webhookDeliveries as deliveries, webhooks } from "@/lib/db/schema/webhooks";
import { GONE_STATUS, type RetrySchedule, retryAfterMs } from "./delivery-policy";
import { countExhausted, lockFailing } from "./disable-failing";
import type { PostResult } from "./post";

/** A delivery that only this process may attempt until the lease ends. */
export type ClaimedDelivery = {
  merchantId: string;
  id: string;
  webhookId: string;
  eventId: string;
  attempts: number;
  /** The lease as Postgres text. Updates match on it, so they change nothing once the lease is lost. */
  lease: string;
  body: string;
  url: string;
  sealedSecret: string;
  sealedNextSecret: string | null;
  retrySchedule: RetrySchedule;
  traceparent: string | null;
};

type Outcome = { status: "delivered" | "pending" | "failed"; pauseMs: number | null };

/**
 * Records an attempt in one commit with its consequences: delivered, retried or exhausted. Three exhausted
 * deliveries in a row disable the webhook and email its owners; a 410 does so at once. Changes nothing if the lease
 * was lost.
 */
export const recordAttempt = (claimed: ClaimedDelivery, posted: PostResult): Promise<void> =>
  withRetries(() =>
    db().transaction(async (tx) => {
      const outcome = outcomeOf(claimed, posted);
      // Lock the webhook before the delivery, as everywhere else, to avoid deadlocks.
      if (posted.delivered) await resetFailures(tx, claimed);
      if (outcome.status === "failed") await lockFailing(tx, claimed);
      const settled = await settleDelivery(tx, claimed, posted, outcome);
      if (!settled) return;
      await insertAttempt(tx, claimed, posted);
      if (!settled.isExhausted) return;
      const goneUrl = posted.httpStatus === GONE_STATUS ? claimed.url : null;
      await countExhausted(tx, claimed, posted.error ?? "", goneUrl);
    }),
  );

function outcomeOf(
  { attempts, retrySchedule }: ClaimedDelivery,
  { delivered, httpStatus, retryAfterMs: receiverPauseMs }: PostResult,
): Outcome {
  if (delivered) return { status: "delivered", pauseMs: null };
  const plannedMs = retryAfterMs(attempts + 1, retrySchedule);
  if (plannedMs === null || httpStatus === GONE_STATUS) return { status: "failed", pauseMs: null };
  return { status: "pending", pauseMs: Math.max(plannedMs, receiverPauseMs ?? 0) };
}

/** Resets the failures after a successful delivery. Skips the write if the webhook was not failing. */
const resetFailures = (tx: Tx, { merchantId, webhookId }: ClaimedDelivery) =>
  tx
    .update(webhooks)
    .set({ consecutiveFailures: 0, failingSince: null, lastError: null })
    .where(
      and(
        eq(webhooks.merchantId, merchantId),
        eq(webhooks.id, webhookId),
        sql`(${webhooks.consecutiveFailures} > 0 or ${webhooks.failingSince} is not null)`,
        eq(webhooks.active, true),
      ),
    );

/**
 * Updates the delivery. Keeps what the merchant changed during a failed attempt: a held or skipped
 * delivery stays that way, and a resent one is due immediately. Returns null if the lease was lost.
 */
async function settleDelivery(
  tx: Tx,
  { merchantId, id, lease, attempts }: ClaimedDelivery,
  { delivered, error }: PostResult,
  { status, pauseMs }: Outcome,
): Promise<{ isExhausted: boolean } | null> {
  const isUnchanged = sql`${deliveries.status} = 'pending' and ${deliveries.attempts} = ${attempts}`;
  const settles = delivered ? sql`true` : status === "failed" ? isUnchanged : sql`false`;
  const [row] = await tx
    .update(deliveries)
    .set({
      status: delivered
        ? "delivered"
        : sql`case when ${isUnchanged} then ${status} else ${deliveries.status} end`,
      attempts: sql`${deliveries.attempts} + 1`,
      leasedUntil: null,
      nextAttemptAt: sql`statement_timestamp() + ${pauseMs ?? 0} * interval '1 millisecond'`,
      lastError: error,
      settledAt: sql`case when ${settles} then clock.at else ${deliveries.settledAt} end`,
    })
    .from(CLOCK)
    .where(
      and(
        eq(deliveries.merchantId, merchantId),
        eq(deliveries.id, id),
        sql`${deliveries.leasedUntil} = ${lease}::timestamptz`,
      ),
    )
    .returning({ status: deliveries.status, dismissedAt: deliveries.dismissedAt });
  return row ? { isExhausted: row.status === "failed" && row.dismissedAt === null } : null;
}

const insertAttempt = (
  tx: Tx,
  { merchantId, id, webhookId, url }: ClaimedDelivery,
  posted: PostResult,
) =>
  tx.execute(sql`
    with earlier as (select count(*) as attempts from webhook_attempts
      where merchant_id = ${merchantId} and delivery_id = ${id})
    insert into webhook_attempts (merchant_id, id, webhook_id, delivery_id, number, url,
        http_status, error, excerpt, duration_ms)
      select ${merchantId}::uuid, ${newId()}::uuid, ${webhookId}::uuid, ${id}::uuid, attempts + 1,
        ${url}, ${posted.httpStatus}::int, ${posted.error}, ${posted.excerpt},
        ${posted.durationMs}::int
      from earlier`);
