import { sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { webhooks } from "@/lib/db/schema/webhooks";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import { isWebhook, lockWebhook } from "./find";
import { holdPending } from "./missed";
import { checkUrl } from "./ssrf-guard";
import type { Webhook } from "./webhook";

export type WebhookChange = {
  webhookId: string;
  url?: string | undefined;
  events?: readonly string[] | undefined;
  active?: boolean | undefined;
};

/**
 * Changes the given fields. Disabling holds pending deliveries. Enabling resets the failures and replays
 * nothing. Refuses: not_found, invalid_request (the URL).
 */
export const updateWebhook = (ctx: Ctx, { webhookId, ...change }: WebhookChange) =>
  operation(requireScope(ctx, "webhooks:write"), async (tx): Promise<{ webhook: Webhook }> => {
    const before = await lockWebhook(tx, ctx.merchantId, webhookId);
    const changed = {
      ...(change.url === undefined ? {} : { url: checkUrl(change.url) }),
      ...(change.events === undefined ? {} : { events: [...new Set(change.events)] }),
      ...(change.active === undefined || change.active === before.active
        ? {}
        : activeColumns(change.active)),
    };
    if (Object.keys(changed).length === 0) return { webhook: before };
    // Running card changes may have seen it as inactive: wait for them, or make them read it again.
    if (change.active && !before.active) await lockWebhook(tx, ctx.merchantId, webhookId, "update");
    const [webhook = before] = await tx
      .update(webhooks)
      .set({ ...changed, updatedAt: sql`statement_timestamp()` })
      .where(isWebhook(ctx.merchantId, webhookId))
      .returning();
    // Also when enabling: a card change that committed in the meantime may have queued a delivery.
    if (before.active !== webhook.active) await holdPending(tx, ctx.merchantId, webhookId);
    const { url, events, active } = webhook;
    await audit(tx, authorOf(ctx), {
      action: "webhook.updated",
      subjectId: webhookId,
      details: changesBetween(before, { url, events, active }),
    });
    return { webhook };
  });

const activeColumns = (active: boolean) =>
  active
    ? { active, disabledReason: null, disabledAt: null, consecutiveFailures: 0, lastError: null }
    : { active, disabledReason: "merchant" as const, disabledAt: sql`statement_timestamp()` };
