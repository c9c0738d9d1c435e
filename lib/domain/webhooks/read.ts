import { and, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { auditLog } from "@/lib/db/schema/audit-log";
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
} from "@/lib/db/schema/webhooks";
import { namesOf } from "@/lib/domain/audit/actors";
import { findWebhook, listWebhooks } from "./find";
import { isMissed, ofWebhook } from "./missed";
import type { Webhook } from "./webhook";

/** A webhook and the number of events it missed: held, or failed since its last success. */
export type WebhookDetails = { webhook: Webhook; missedCount: number };

/** The attempts in one of the last 24 hours, by outcome. */
export type Hour = { startsAt: Date; delivered: number; failed: number };

export type Health = {
  /** Oldest first. Hours without attempts are left out. */
  hours: Hour[];
  delivered: number;
  failed: number;
  /** The number of pending deliveries, and of those held or failed since the last success (`missed`). */
  pending: number;
  missed: number;
  lastFailure: { at: Date; error: string } | null;
};

export type WebhookWithHealth = { webhook: Webhook; disabledBy: string | null; health: Health };

/** Reads one of the merchant's webhooks. Refuses: not_found. */
export async function readWebhook(
  { merchantId }: Ctx,
  { webhookId }: { webhookId: string },
): Promise<WebhookDetails> {
  const webhook = await findWebhook(merchantId, webhookId);
  return { webhook, missedCount: await countMissed(webhook) };
}

/** Lists the merchant's webhooks with their health over the last 24 hours. */
export async function listWithHealth({ merchantId }: Ctx): Promise<WebhookWithHealth[]> {
  return await Promise.all((await listWebhooks(merchantId)).map(withHealth));
}

/** Reads one webhook with its health. Refuses: not_found. */
export async function readWithHealth(
  { merchantId }: Ctx,
  { webhookId }: { webhookId: string },
): Promise<WebhookWithHealth> {
  return withHealth(await findWebhook(merchantId, webhookId));
}

async function withHealth(webhook: Webhook): Promise<WebhookWithHealth> {
  const waits = and(ofWebhook(webhook.merchantId, webhook.id), eq(deliveries.status, "pending"));
  const [disabledBy, hours, lastFailure, pending, missed] = await Promise.all([
    readDisabledBy(webhook),
    hoursOf(webhook),
    lastFailureOf(webhook),
    db().$count(deliveries, waits),
    countMissed(webhook),
  ]);
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const health = { hours, delivered, failed, pending, missed, lastFailure };
  return { webhook, disabledBy, health };
}

const countMissed = ({ merchantId, id }: Webhook) =>
  db().$count(deliveries, isMissed(merchantId, id));

const ofLastDay = ({ merchantId, id }: Webhook) =>
  and(
    eq(attempts.merchantId, merchantId),
    eq(attempts.webhookId, id),
    gt(attempts.createdAt, sql`now() - interval '24 hours'`),
  );

const hoursOf = (webhook: Webhook): Promise<Hour[]> =>
  db()
    .select({
      startsAt: sql`date_trunc('hour', ${attempts.createdAt})`.mapWith(attempts.createdAt),
      delivered: sql`count(*) filter (where ${attempts.error} is null)`.mapWith(Number),
      failed: sql`count(${attempts.error})`.mapWith(Number),
    })
    .from(attempts)
    .where(ofLastDay(webhook))
    .groupBy(sql`1`)
    .orderBy(sql`1`);

async function lastFailureOf(webhook: Webhook): Promise<Health["lastFailure"]> {
  const [row] = await db()
    .select({ at: attempts.createdAt, error: sql<string>`${attempts.error}` })
    .from(attempts)
    .where(and(ofLastDay(webhook), isNotNull(attempts.error)))
    .orderBy(desc(attempts.createdAt))
    .limit(1);
  return row ?? null;
}

/** The name of the person or API key that disabled a webhook; null if its failures did. */
async function readDisabledBy(webhook: Webhook): Promise<string | null> {
  const { merchantId, id, disabledReason } = webhook;
  if (disabledReason !== "merchant") return null;
  const [entry] = await db()
    .select({ actor: auditLog.actor })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.merchantId, merchantId),
        eq(auditLog.subjectId, id),
        eq(auditLog.action, "webhook.updated"),
        sql`${auditLog.details} #>> '{active,to}' = 'false'`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (!entry) return null;
  return (await namesOf(merchantId, [entry])).get(entry.actor) ?? null;
}
