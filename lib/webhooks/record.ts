import { and, eq, sql } from "drizzle-orm";
import { db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { webhookAttempts, webhookDeliveries, webhooks } from "../db/schema/webhooks";
import { newId } from "../ids";
import type { Claimed } from "./claim-due";
import { queueDisabledMail } from "./disabled-mail";
import type { Posted } from "./post";
import { EXHAUSTED_BEFORE_DISABLING, retryAfterMs } from "./schedule";

/**
 * Writes down an attempt and what follows from it, in one commit: delivered, tried again, or
 * exhausted; and after three exhausted in a row the webhook disabled, its deliveries held, and the
 * merchant's owners told by mail. Changes nothing when the lease was lost meanwhile.
 */
export const recordAttempt = (claimed: Claimed, posted: Posted): Promise<void> =>
  retrying(() =>
    db().transaction(async (tx) => {
      const outcome = posted.delivered
        ? ({ status: "delivered", pauseMs: null } as const)
        : failureOf(claimed.attempts + 1);
      const settled = await settleDelivery(tx, claimed, posted, outcome);
      if (!settled) return;
      await insertAttempt(tx, claimed, posted);
      if (settled === "delivered") await noteSuccess(tx, claimed);
      if (settled === "failed") await noteExhausted(tx, claimed, posted.error ?? "");
    }),
  );

type Settled = { status: "delivered" | "pending" | "failed"; pauseMs: number | null };

function failureOf(attempts: number): Settled {
  const pauseMs = retryAfterMs(attempts);
  return { status: pauseMs === null ? "failed" : "pending", pauseMs };
}

/** The delivery's status from now on; a failed attempt leaves a held one held. Null: lease lost. */
async function settleDelivery(
  tx: Tx,
  { merchantId, id, lease }: Claimed,
  { delivered, error }: Posted,
  { status, pauseMs }: Settled,
): Promise<string | null> {
  const next = delivered
    ? sql`'delivered'`
    : sql`case when ${webhookDeliveries.status} = 'held' then 'held' else ${status} end`;
  const [row] = await tx
    .update(webhookDeliveries)
    .set({
      status: next,
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      leasedUntil: null,
      nextAttemptAt: sql`clock_timestamp() + ${pauseMs ?? 0} * interval '1 millisecond'`,
      lastError: error,
      settledAt: status === "pending" ? webhookDeliveries.settledAt : sql`clock_timestamp()`,
    })
    .where(
      and(
        eq(webhookDeliveries.merchantId, merchantId),
        eq(webhookDeliveries.id, id),
        sql`${webhookDeliveries.leasedUntil} = ${lease}::timestamptz`,
      ),
    )
    .returning({ status: webhookDeliveries.status });
  return row?.status ?? null;
}

const insertAttempt = (tx: Tx, claimed: Claimed, posted: Posted) =>
  tx.insert(webhookAttempts).values({
    merchantId: claimed.merchantId,
    id: newId(),
    webhookId: claimed.webhookId,
    deliveryId: claimed.id,
    number: sql`(select count(*) + 1 from ${webhookAttempts} a
      where a.merchant_id = ${claimed.merchantId} and a.delivery_id = ${claimed.id})`,
    url: claimed.url,
    httpStatus: posted.httpStatus,
    error: posted.error,
    excerpt: posted.excerpt,
    durationMs: posted.durationMs,
  });

const ownWebhook = ({ merchantId, webhookId }: Claimed) =>
  and(eq(webhooks.merchantId, merchantId), eq(webhooks.id, webhookId));

/** Touches the webhook's row only when it was failing. */
const noteSuccess = (tx: Tx, claimed: Claimed) =>
  tx
    .update(webhooks)
    .set({ exhaustedInARow: 0, failingSince: null, lastError: null })
    .where(
      and(
        ownWebhook(claimed),
        sql`(${webhooks.exhaustedInARow} > 0 or ${webhooks.failingSince} is not null)`,
        eq(webhooks.active, true),
      ),
    );

async function noteExhausted(tx: Tx, claimed: Claimed, error: string): Promise<void> {
  const [webhook] = await tx
    .update(webhooks)
    .set({
      exhaustedInARow: sql`${webhooks.exhaustedInARow} + 1`,
      // The commit's own time: not later than what this delivery was settled at.
      failingSince: sql`coalesce(${webhooks.failingSince}, now())`,
      lastError: error,
    })
    .where(and(ownWebhook(claimed), eq(webhooks.active, true)))
    .returning();
  if (!webhook || webhook.exhaustedInARow < EXHAUSTED_BEFORE_DISABLING) return;
  await tx
    .update(webhooks)
    .set({ active: false, disabledReason: "failures", disabledAt: sql`clock_timestamp()` })
    .where(ownWebhook(claimed));
  await holdPending(tx, claimed.merchantId, claimed.webhookId);
  await queueDisabledMail(tx, webhook, error);
}

/** Keeps for later what waits for a webhook that is not active any more. */
export const holdPending = (tx: Tx, merchantId: string, webhookId: string) =>
  tx
    .update(webhookDeliveries)
    .set({ status: "held", settledAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(webhookDeliveries.merchantId, merchantId),
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.status, "pending"),
      ),
    );
