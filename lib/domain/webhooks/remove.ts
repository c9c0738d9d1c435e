import { sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { CLOCK } from "@/lib/db/client/clock";
import { webhooks } from "@/lib/db/schema/webhooks";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import { isWebhook, lockWebhook } from "./find";

/**
 * Deletes a webhook. Its pending deliveries are not sent, and are purged later: a queue can be too long to change while
 * someone waits. Refuses: not_found.
 */
export const removeWebhook = (ctx: Ctx, { webhookId }: { webhookId: string }) =>
  operation(requireScope(ctx, "webhooks:write"), async (tx): Promise<{ success: true }> => {
    const { url } = await lockWebhook(tx, ctx.merchantId, webhookId);
    await tx
      .update(webhooks)
      .set({
        deletedAt: sql`statement_timestamp()`,
        active: false,
        disabledAt: sql`coalesce(${webhooks.disabledAt}, clock.at)`,
      })
      .from(CLOCK)
      .where(isWebhook(ctx.merchantId, webhookId));
    const change = { action: "webhook.deleted", subjectId: webhookId, details: { url } } as const;
    await audit(tx, authorOf(ctx), change);
    return { success: true };
  });
