import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";
import type { Tx } from "@/lib/db/client/client";
import { webhookDeliveries as deliveries, webhooks } from "@/lib/db/schema/webhooks";
import { queueMail } from "@/lib/domain/mail/mail";
import { webhookEmails } from "@/lib/domain/stores/member-emails";
import { settingsOf } from "@/lib/domain/stores/settings";
import { EXHAUSTED_BEFORE_DISABLING, HELD_DAYS } from "./delivery-policy";
import { holdExhausted, holdPending, isMissed } from "./missed";

type WebhookRow = typeof webhooks.$inferSelect;

type Failing = { merchantId: string; webhookId: string };

const isWebhookOfDelivery = ({ merchantId, webhookId }: Failing) =>
  and(eq(webhooks.merchantId, merchantId), eq(webhooks.id, webhookId));

const IS_OUT_OF_TIME = sql<boolean>`clock.at - ${webhooks.exhaustedSince}
  >= ${webhooks.disableAfterHours} * interval '1 hour'`;

/** Locks the webhook of a failed delivery, before the delivery is locked. */
export const lockFailing = (tx: Tx, failing: Failing) =>
  tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(isWebhookOfDelivery(failing))
    .for("no key update");

/**
 * Counts an exhausted delivery, including a resent one. Three in a row disable the webhook, hold its missed
 * deliveries, and email owners and managers (spec, Delivery), unless its owner gave it more time. A URL that said it
 * is gone is disabled without either, if it still is the webhook's.
 */
export async function countExhausted(
  tx: Tx,
  failing: Failing,
  error: string,
  goneUrl: string | null,
): Promise<void> {
  const { merchantId, webhookId } = failing;
  const [webhook] = await tx
    .update(webhooks)
    .set({
      consecutiveFailures: sql`${webhooks.consecutiveFailures} + 1`,
      exhaustedSince: sql`case when ${webhooks.consecutiveFailures} = 0 then clock.at
        else least(${webhooks.exhaustedSince}, clock.at) end`,
      // The transaction's start is never later than `settledAt` of these deliveries. Another transaction that started
      // later may have locked the webhook first: the earlier time wins.
      failingSince: sql`least(${webhooks.failingSince}, clock.at)`,
      lastError: error,
    })
    .from(sql`(select now() as at offset 0) clock`)
    .where(and(isWebhookOfDelivery(failing), eq(webhooks.active, true)))
    .returning({ ...getTableColumns(webhooks), isOutOfTime: IS_OUT_OF_TIME });
  if (!webhook) return;
  const hasFailed =
    webhook.isOutOfTime && webhook.consecutiveFailures >= EXHAUSTED_BEFORE_DISABLING;
  if (!hasFailed && webhook.url !== goneUrl) return;
  await tx
    .update(webhooks)
    .set({ active: false, disabledReason: "failures", disabledAt: sql`statement_timestamp()` })
    .where(isWebhookOfDelivery(failing));
  await holdPending(tx, merchantId, webhookId);
  await holdExhausted(tx, merchantId, webhookId);
  await mailTeam(tx, webhook, error);
}

async function mailTeam(tx: Tx, webhook: WebhookRow, error: string): Promise<void> {
  const { merchantId, id, url } = webhook;
  const keptUntil = await firstPurgeDay(tx, webhook);
  const link = `${env().appUrl}/webhooks/${id}`;
  for (const to of await webhookEmails(tx, merchantId)) {
    const mail = { to, template: "webhook_disabled", url, error, link, keptUntil } as const;
    await queueMail(tx, merchantId, mail);
  }
}

/** The day the oldest missed event is purged, in the store's time zone. */
async function firstPurgeDay(tx: Tx, { merchantId, id }: WebhookRow): Promise<string> {
  const { timeZone } = await settingsOf(tx, merchantId);
  const purgedAt = sql<Date>`coalesce(min(${deliveries.createdAt}), now())
    + ${HELD_DAYS} * interval '1 day'`.mapWith(deliveries.createdAt);
  const [row] = await tx.select({ at: purgedAt }).from(deliveries).where(isMissed(merchantId, id));
  return new Intl.DateTimeFormat(DEFAULT_LOCALE, { dateStyle: "long", timeZone }).format(row?.at);
}
