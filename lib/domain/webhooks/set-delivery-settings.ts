import { sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { webhooks } from "@/lib/db/schema/webhooks";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import type { RetrySchedule } from "./delivery-policy";
import { isWebhook, lockWebhook } from "./find";
import { readWithHealth } from "./read";

type DeliverySettings = {
  webhookId: string;
  retrySchedule?: RetrySchedule | undefined;
  disableAfterHours?: number | undefined;
};

/**
 * Changes when a webhook's failed deliveries are retried, from their next failure on, and how many hours
 * (0 to 72) they fail at least before the webhook is disabled. Returns the webhook. Refuses: not_found.
 */
export async function setDeliverySettings(ctx: Ctx, { webhookId, ...settings }: DeliverySettings) {
  requireScope(ctx, "store:own");
  await operation(ctx, async (tx) => {
    const before = await lockWebhook(tx, ctx.merchantId, webhookId);
    const details = changesBetween(before, settings);
    if (Object.keys(details).length === 0) return {};
    await tx
      .update(webhooks)
      .set({ ...settings, updatedAt: sql`statement_timestamp()` })
      .where(isWebhook(ctx.merchantId, webhookId));
    const action = "webhook.delivery_changed";
    await audit(tx, authorOf(ctx), { action, subjectId: webhookId, details });
    return {};
  });
  return await readWithHealth(ctx, { webhookId });
}
