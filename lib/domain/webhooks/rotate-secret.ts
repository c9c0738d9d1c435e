import { sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { webhooks } from "@/lib/db/schema/webhooks";
import type { Action } from "@/lib/domain/audit/actions";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import { findWebhook, isWebhook, lockWebhook } from "./find";
import { sealSecret, unsealSecret } from "./sealed-secret";
import { generateSecret } from "./signature";
import type { Webhook } from "./webhook";

/** Returns the signing secrets of a webhook. Audited. Refuses: not_found. */
export async function revealSecret(ctx: Ctx, { webhookId }: { webhookId: string }) {
  const webhook = await findWebhook(ctx.merchantId, webhookId);
  await audit(db(), authorOf(ctx), { action: "webhook.secret_revealed", subjectId: webhookId });
  const { sealedSecret, sealedNextSecret } = webhook;
  return {
    secret: unsealSecret(webhook, sealedSecret),
    nextSecret: sealedNextSecret && unsealSecret(webhook, sealedNextSecret),
  };
}

/** Creates the next secret. Both secrets sign until the merchant switches. Refuses: not_found. */
export const rotateSecret = (ctx: Ctx, { webhookId }: { webhookId: string }) =>
  change(ctx, webhookId, "webhook.secret_rotated", (webhook) => ({
    sealedNextSecret: sealSecret(webhook, generateSecret()),
  }));

/** Makes the next secret the current one. Refuses: not_found, invalid_request without a next one. */
export const switchSecret = (ctx: Ctx, { webhookId }: { webhookId: string }) =>
  change(ctx, webhookId, "webhook.secret_switched", (webhook) => ({
    sealedSecret: requireNextSecret(webhook),
    sealedNextSecret: null,
  }));

/** Discards the next secret. Refuses: not_found, invalid_request without a next one. */
export const discardNextSecret = (ctx: Ctx, { webhookId }: { webhookId: string }) =>
  change(ctx, webhookId, "webhook.secret_discarded", (webhook) => {
    requireNextSecret(webhook);
    return { sealedNextSecret: null };
  });

function requireNextSecret({ sealedNextSecret }: Webhook): string {
  if (!sealedNextSecret) throw invalidField("body", "create a new secret first");
  return sealedNextSecret;
}

const change = (
  ctx: Ctx,
  webhookId: string,
  action: Extract<Action, `webhook.secret_${string}`>,
  secretsOf: (webhook: Webhook) => Partial<typeof webhooks.$inferInsert>,
) =>
  operation(requireScope(ctx, "store:manage"), async (tx): Promise<{ webhookId: string }> => {
    const webhook = await lockWebhook(tx, ctx.merchantId, webhookId);
    await tx
      .update(webhooks)
      .set({ ...secretsOf(webhook), updatedAt: sql`statement_timestamp()` })
      .where(isWebhook(ctx.merchantId, webhookId));
    await audit(tx, authorOf(ctx), { action, subjectId: webhookId });
    return { webhookId };
  });
