import { sql } from "drizzle-orm";
import type { Action } from "../audit/actions";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { webhooks } from "../db/schema/webhooks";
import { invalid } from "../errors";
import { operation } from "../ledger/operation";
import { isWebhook, lockWebhook } from "./find";
import { generateSecret, sealSecret } from "./secret";
import type { Webhook } from "./webhook";

/** Makes the secret that will replace the one in force; both sign until the merchant switches. */
export const rotateSecret = (ctx: Ctx, { webhookId }: { webhookId: string }) =>
  change(ctx, webhookId, "webhook.secret_rotated", (webhook) => ({
    sealedNextSecret: sealSecret(webhook, generateSecret()),
  }));

/** Puts the next secret in force. Refuses: not_found, invalid_request when none was made. */
export const switchSecret = (ctx: Ctx, { webhookId }: { webhookId: string }) =>
  change(ctx, webhookId, "webhook.secret_switched", ({ sealedNextSecret }) => {
    if (!sealedNextSecret) throw noNextSecret();
    return { sealedSecret: sealedNextSecret, sealedNextSecret: null };
  });

/** Discards the next secret: the one in force stays. Refuses: not_found, invalid_request when none was made. */
export const keepSecret = (ctx: Ctx, { webhookId }: { webhookId: string }) =>
  change(ctx, webhookId, "webhook.secret_discarded", ({ sealedNextSecret }) => {
    if (!sealedNextSecret) throw noNextSecret();
    return { sealedNextSecret: null };
  });

const noNextSecret = () => invalid("body", "no next secret was made");

const change = (
  ctx: Ctx,
  webhookId: string,
  action: Extract<Action, `webhook.secret_${string}`>,
  secretsOf: (webhook: Webhook) => Partial<typeof webhooks.$inferInsert>,
) =>
  operation(ctx, async (tx): Promise<{ webhookId: string }> => {
    const webhook = await lockWebhook(tx, ctx.merchantId, webhookId);
    await tx
      .update(webhooks)
      .set({ ...secretsOf(webhook), updatedAt: sql`clock_timestamp()` })
      .where(isWebhook(ctx.merchantId, webhookId));
    await audit(tx, authorOf(ctx), { action, subjectId: webhookId });
    return { webhookId };
  });
