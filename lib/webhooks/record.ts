import { and, eq, sql } from "drizzle-orm";
import { db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { webhookDeliveries as deliveries, webhookAttempts, webhooks } from "../db/schema/webhooks";
import { env } from "../env";
import { newId } from "../ids";
import { settingsOf } from "../merchants/settings";
import { ownersOf } from "../merchants/team/list";
import { queueMail } from "../outbox/queue-mail";
import type { Claimed } from "./claim-due";
import { holdExhausted, holdPending, isMissed } from "./missed";
import type { Posted } from "./post";
import { EXHAUSTED_BEFORE_DISABLING, HELD_DAYS, retryAfterMs } from "./schedule";

type WebhookRow = typeof webhooks.$inferSelect;
type Outcome = { status: "delivered" | "pending" | "failed"; pauseMs: number | null };

/**
 * Records an attempt and its consequences in one commit: delivered, retried or exhausted; after three
 * exhausted in a row the webhook is disabled and its owners are mailed. Changes nothing when the lease
 * was lost.
 */
export const recordAttempt = (claimed: Claimed, posted: Posted): Promise<void> =>
  retrying(() =>
    db().transaction(async (tx) => {
      const outcome = outcomeOf(claimed, posted);
      // Locks the webhook before the delivery, like every other change of both.
      if (posted.delivered) await recordSuccess(tx, claimed);
      if (outcome.status === "failed") await lockWebhook(tx, claimed);
      const settled = await settleDelivery(tx, claimed, posted, outcome);
      if (!settled) return;
      await insertAttempt(tx, claimed, posted);
      if (settled.isExhausted) await recordExhausted(tx, claimed, posted.error ?? "");
    }),
  );

function outcomeOf({ attempts }: Claimed, { delivered }: Posted): Outcome {
  if (delivered) return { status: "delivered", pauseMs: null };
  const pauseMs = retryAfterMs(attempts + 1);
  return { status: pauseMs === null ? "failed" : "pending", pauseMs };
}

/**
 * What the merchant chose while a failing attempt was under way stands: a delivery that was held or
 * skipped stays so, and one that was resent is due at once. Gives null when the lease was lost.
 */
async function settleDelivery(
  tx: Tx,
  { merchantId, id, lease, attempts }: Claimed,
  { delivered, error }: Posted,
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
  return row ? { isExhausted: row.status === "failed" && row.dismissedAt === null } : null;
}

const insertAttempt = (tx: Tx, { merchantId, id, webhookId, url }: Claimed, posted: Posted) =>
  tx.insert(webhookAttempts).values({
    merchantId,
    id: newId(),
    webhookId,
    deliveryId: id,
    number: sql`(select count(*) + 1 from ${webhookAttempts} a
      where a.merchant_id = ${merchantId} and a.delivery_id = ${id})`,
    url,
    httpStatus: posted.httpStatus,
    error: posted.error,
    excerpt: posted.excerpt,
    durationMs: posted.durationMs,
  });

const ownWebhook = ({ merchantId, webhookId }: Claimed) =>
  and(eq(webhooks.merchantId, merchantId), eq(webhooks.id, webhookId));

/** Writes the webhook's row only when it was failing. */
const recordSuccess = (tx: Tx, claimed: Claimed) =>
  tx
    .update(webhooks)
    .set({ consecutiveFailures: 0, failingSince: null, lastError: null })
    .where(
      and(
        ownWebhook(claimed),
        sql`(${webhooks.consecutiveFailures} > 0 or ${webhooks.failingSince} is not null)`,
        eq(webhooks.active, true),
      ),
    );

const lockWebhook = (tx: Tx, claimed: Claimed) =>
  tx.select({ id: webhooks.id }).from(webhooks).where(ownWebhook(claimed)).for("no key update");

/** Counts resent deliveries too: their receiver is failing all the same. */
async function recordExhausted(tx: Tx, claimed: Claimed, error: string): Promise<void> {
  const { merchantId, webhookId } = claimed;
  const [webhook] = await tx
    .update(webhooks)
    .set({
      consecutiveFailures: sql`${webhooks.consecutiveFailures} + 1`,
      // The earliest commit's own time: not later than any of its deliveries was settled.
      failingSince: sql`least(coalesce(${webhooks.failingSince}, now()), now())`,
      lastError: error,
    })
    .where(and(ownWebhook(claimed), eq(webhooks.active, true)))
    .returning();
  if (!webhook || webhook.consecutiveFailures < EXHAUSTED_BEFORE_DISABLING) return;
  await tx
    .update(webhooks)
    .set({ active: false, disabledReason: "failures", disabledAt: sql`clock_timestamp()` })
    .where(ownWebhook(claimed));
  await holdPending(tx, merchantId, webhookId);
  await holdExhausted(tx, merchantId, webhookId);
  await mailOwners(tx, webhook, error);
}

async function mailOwners(tx: Tx, webhook: WebhookRow, error: string): Promise<void> {
  const { merchantId, id, url } = webhook;
  const keptUntil = await firstPurgeDay(tx, webhook);
  const link = `${env().appUrl}/webhooks/${id}`;
  for (const to of await ownersOf(tx, merchantId)) {
    const mail = { to, template: "webhook_disabled", url, error, link, keptUntil } as const;
    await queueMail(tx, merchantId, mail);
  }
}

/** The day on which the oldest missed event is purged, in the store's time zone. */
async function firstPurgeDay(tx: Tx, { merchantId, id }: WebhookRow): Promise<string> {
  const { timeZone } = await settingsOf(tx, merchantId);
  const purgedAt = sql<Date>`coalesce(min(${deliveries.createdAt}), now())
    + ${HELD_DAYS} * interval '1 day'`.mapWith(deliveries.createdAt);
  const [row] = await tx.select({ at: purgedAt }).from(deliveries).where(isMissed(merchantId, id));
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(row?.at);
}
