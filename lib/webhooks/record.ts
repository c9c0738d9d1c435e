import { and, eq, sql } from "drizzle-orm";
import { db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { webhookDeliveries as deliveries, webhookAttempts, webhooks } from "../db/schema/webhooks";
import { newId } from "../ids";
import type { Claimed } from "./claim-due";
import { queueDisabledMail } from "./disabled-mail";
import { holdExhausted, holdPending } from "./missed";
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
      // The webhook's row before the delivery's, as whatever else locks both.
      if (posted.delivered) await noteSuccess(tx, claimed);
      if (outcome.status === "failed") await lockOwner(tx, claimed);
      const settled = await settleDelivery(tx, claimed, posted, outcome);
      if (!settled) return;
      await insertAttempt(tx, claimed, posted);
      if (settled.exhausted) await noteExhausted(tx, claimed, posted.error ?? "");
    }),
  );

type Settled = { status: "delivered" | "pending" | "failed"; pauseMs: number | null };

function failureOf(attempts: number): Settled {
  const pauseMs = retryAfterMs(attempts);
  return { status: pauseMs === null ? "failed" : "pending", pauseMs };
}

/**
 * The delivery's status from now on. What the merchant chose while a failing attempt was under way
 * stands: held or dismissed it stays so, and queued again it is due at once. Null: lease lost.
 */
async function settleDelivery(
  tx: Tx,
  { merchantId, id, lease, attempts }: Claimed,
  { delivered, error }: Posted,
  { status, pauseMs }: Settled,
): Promise<{ exhausted: boolean } | null> {
  const own = sql`${deliveries.status} = 'pending' and ${deliveries.attempts} = ${attempts}`;
  const settles = delivered ? sql`true` : status === "failed" ? own : sql`false`;
  const [row] = await tx
    .update(deliveries)
    .set({
      status: delivered
        ? "delivered"
        : sql`case when ${own} then ${status} else ${deliveries.status} end`,
      attempts: sql`${deliveries.attempts} + 1`,
      leasedUntil: null,
      nextAttemptAt: sql`clock_timestamp() + ${pauseMs ?? 0} * interval '1 millisecond'`,
      lastError: error,
      settledAt: sql`case when ${settles} then clock_timestamp() else ${deliveries.settledAt} end`,
    })
    .where(
      and(
        eq(deliveries.merchantId, merchantId),
        eq(deliveries.id, id),
        sql`${deliveries.leasedUntil} = ${lease}::timestamptz`,
      ),
    )
    .returning({ status: deliveries.status, dismissedAt: deliveries.dismissedAt });
  return row ? { exhausted: row.status === "failed" && row.dismissedAt === null } : null;
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

const lockOwner = (tx: Tx, claimed: Claimed) =>
  tx.select({ id: webhooks.id }).from(webhooks).where(ownWebhook(claimed)).for("no key update");

/**
 * Counts, that of what had arrived before and was sent again included: the receiver is failing.
 */
async function noteExhausted(tx: Tx, claimed: Claimed, error: string): Promise<void> {
  const [webhook] = await tx
    .update(webhooks)
    .set({
      exhaustedInARow: sql`${webhooks.exhaustedInARow} + 1`,
      // The earliest commit's own time: not later than what any of its deliveries was settled at.
      failingSince: sql`least(coalesce(${webhooks.failingSince}, now()), now())`,
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
  await holdExhausted(tx, claimed.merchantId, claimed.webhookId);
  await queueDisabledMail(tx, webhook, error);
}
