import { type Ctx, requireScope } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { operation, storedResponse } from "@/lib/ledger/post/operation";
import { findWebhook } from "./find";
import { closeAgent } from "./outbound";
import { type PostResult, post, receiverAgent } from "./post";
import { headersFor } from "./sealed-secret";
import type { Webhook } from "./webhook";

/**
 * Sends a signed `webhook.test` event, even to a disabled webhook. It is not retried and not counted.
 * Refuses: not_found, rate_limited, idempotency_key_reused.
 */
export async function sendTest(
  ctx: Ctx,
  { webhookId }: { webhookId: string },
): Promise<PostResult> {
  requireScope(ctx, "webhooks:write");
  const earlier = await storedResponse<PostResult>(ctx);
  if (earlier) return earlier;
  // Count the rate limit in its own commit: no transaction is open during the request.
  await operation({ ...ctx, idempotency: null }, async () => ({ webhookId }));
  const webhook = await findWebhook(ctx.merchantId, webhookId);
  const posted = await postTest(webhook);
  return await operation({ ...ctx, limits: [] }, async () => posted);
}

async function postTest(webhook: Webhook): Promise<PostResult> {
  const id = newId();
  const body = JSON.stringify({
    id,
    event: "webhook.test",
    sequence: 0,
    timestamp: new Date().toISOString(),
    data: {
      cardUuid: "00000000-0000-0000-0000-000000000000",
      amountCents: 0,
      currency: "USD",
      newBalanceCents: 0,
      consumerEmail: null,
    },
  });
  const agent = receiverAgent();
  try {
    return await post(agent, webhook.url, () => headersFor(webhook, id, body), body);
  } finally {
    closeAgent(agent);
  }
}
