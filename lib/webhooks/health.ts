import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
} from "../db/schema/webhooks";
import { findWebhook, listWebhooks } from "./find";
import { isMissed, ofWebhook } from "./missed";
import { switchedOffBy } from "./switched-off-by";
import type { Webhook } from "./webhook";

/** Attempts of one hour of the last 24, by how they ended. */
export type Hour = { startsAt: Date; delivered: number; failed: number };

export type Health = {
  /** Oldest first; hours without an attempt are left out. */
  hours: Hour[];
  delivered: number;
  failed: number;
  /** Deliveries that wait for a retry, and those that are held or failed since the last success. */
  pending: number;
  missed: number;
  lastFailure: { at: Date; error: string } | null;
};

export type WebhookWithHealth = { webhook: Webhook; switchedOffBy: string | null; health: Health };

/** The merchant's webhooks with how they did in the last 24 hours. */
export async function listWithHealth({ merchantId }: Ctx): Promise<WebhookWithHealth[]> {
  const webhooks = await listWebhooks(merchantId);
  return await Promise.all(webhooks.map(withHealth));
}

/** One of them. Refuses: not_found. */
export async function readWithHealth(
  { merchantId }: Ctx,
  { webhookId }: { webhookId: string },
): Promise<WebhookWithHealth> {
  return withHealth(await findWebhook(merchantId, webhookId));
}

async function withHealth(webhook: Webhook): Promise<WebhookWithHealth> {
  const { merchantId, id } = webhook;
  const waits = and(ofWebhook(merchantId, id), eq(deliveries.status, "pending"));
  const [offBy, hours, lastFailure, pending, missed] = await Promise.all([
    switchedOffBy(webhook),
    hoursOf(webhook),
    lastFailureOf(webhook),
    db().$count(deliveries, waits),
    db().$count(deliveries, isMissed(merchantId, id)),
  ]);
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const health = { hours, delivered, failed, pending, missed, lastFailure };
  return { webhook, switchedOffBy: offBy, health };
}

const ofLastDay = ({ merchantId, id }: Webhook) =>
  and(
    eq(attempts.merchantId, merchantId),
    eq(attempts.webhookId, id),
    sql`${attempts.createdAt} > now() - interval '24 hours'`,
  );

async function hoursOf(webhook: Webhook): Promise<Hour[]> {
  const hour = sql<string>`date_trunc('hour', ${attempts.createdAt})`;
  const rows = await db()
    .select({
      startsAt: hour,
      delivered: sql<number>`count(*) filter (where ${attempts.error} is null)`.mapWith(Number),
      failed: sql<number>`count(*) filter (where ${attempts.error} is not null)`.mapWith(Number),
    })
    .from(attempts)
    .where(ofLastDay(webhook))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt) }));
}

async function lastFailureOf(webhook: Webhook): Promise<Health["lastFailure"]> {
  const [row] = await db()
    .select({ at: attempts.createdAt, error: sql<string>`${attempts.error}` })
    .from(attempts)
    .where(and(ofLastDay(webhook), sql`${attempts.error} is not null`))
    .orderBy(sql`${attempts.createdAt} desc`)
    .limit(1);
  return row ?? null;
}
