import { sql } from "drizzle-orm";
import { audit, authorOf, changesBetween } from "../audit/audit";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { webhooks } from "../db/schema/webhooks";
import { operation } from "../ledger/operation";
import { isWebhook, lockWebhook } from "./find";
import { holdPending } from "./missed";
import { checkUrl } from "./wall";
import type { Webhook } from "./webhook";

export type WebhookChange = {
  webhookId: string;
  url?: string | undefined;
  events?: readonly string[] | undefined;
  active?: boolean | undefined;
};

/**
 * Changes what is given. Switched off, its deliveries are held; switched on again, it starts with a
 * clean count and replays nothing. Refuses: not_found, invalid_request (the URL).
 */
export const updateWebhook = (ctx: Ctx, { webhookId, ...change }: WebhookChange) =>
  operation(ctx, async (tx): Promise<{ webhook: Webhook }> => {
    const before = await lockWebhook(tx, ctx.merchantId, webhookId);
    const changed = {
      ...(change.url === undefined ? {} : { url: checkUrl(change.url) }),
      ...(change.events === undefined ? {} : { events: [...new Set(change.events)] }),
      ...(change.active === undefined || change.active === before.active
        ? {}
        : activity(change.active)),
    };
    if (Object.keys(changed).length === 0) return { webhook: before };
    // A change of a card under way has read it as inactive: it ends first, or reads it once more.
    if (change.active && !before.active) await lockWebhook(tx, ctx.merchantId, webhookId, "update");
    const [webhook = before] = await tx
      .update(webhooks)
      .set({ ...changed, updatedAt: sql`clock_timestamp()` })
      .where(isWebhook(ctx.merchantId, webhookId))
      .returning();
    // Switched on too: a change that committed while it was switched off may have queued one.
    if (before.active !== webhook.active) await holdPending(tx, ctx.merchantId, webhookId);
    await noteChange(tx, ctx, before, webhook);
    return { webhook };
  });

const activity = (active: boolean) =>
  active
    ? {
        active,
        disabledReason: null,
        disabledAt: null,
        exhaustedInARow: 0,
        lastError: null,
      }
    : { active, disabledReason: "merchant" as const, disabledAt: sql`clock_timestamp()` };

const noteChange = (tx: Tx, ctx: Ctx, before: Webhook, { url, events, active }: Webhook) =>
  audit(tx, authorOf(ctx), {
    action: "webhook.updated",
    subjectId: before.id,
    details: changesBetween(before, { url, events, active }),
  });
