import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { findWebhook } from "./find";
import { openSecret } from "./secret";

/** The signing secrets of a webhook, for a person who may manage the store; audited. */
export async function revealSecret(ctx: Ctx, { webhookId }: { webhookId: string }) {
  const webhook = await findWebhook(ctx.merchantId, webhookId);
  await audit(db(), authorOf(ctx), { action: "webhook.secret_revealed", subjectId: webhookId });
  const { sealedSecret, sealedNextSecret } = webhook;
  return {
    secret: openSecret(webhook, sealedSecret),
    nextSecret: sealedNextSecret && openSecret(webhook, sealedNextSecret),
  };
}
