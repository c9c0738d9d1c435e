import type { Ctx } from "../context";
import { db } from "../db/client";
import { webhookDeliveries as deliveries } from "../db/schema/webhooks";
import { findWebhook } from "./find";
import { isMissed } from "./missed";
import type { Webhook } from "./webhook";

/** A webhook with how many events it missed: held, or failed since its last success. */
export type WebhookDetails = { webhook: Webhook; missedCount: number };

/** One of the merchant's webhooks, and whether it is well. Refuses: not_found. */
export async function readWebhook(
  { merchantId }: Ctx,
  { webhookId }: { webhookId: string },
): Promise<WebhookDetails> {
  const webhook = await findWebhook(merchantId, webhookId);
  return { webhook, missedCount: await db().$count(deliveries, isMissed(merchantId, webhookId)) };
}
