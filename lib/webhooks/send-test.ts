import type { Ctx } from "../context";
import { newId } from "../ids";
import { operation } from "../ledger/operation";
import { findWebhook } from "./find";
import { type Posted, post, receiverAgent } from "./post";
import { headersFor } from "./signature-headers";

/**
 * Sends a signed `webhook.test` event and tells how the receiver took it. Sent whether the webhook
 * is active or not; it counts for nothing and is not retried. Refuses: not_found.
 */
export async function sendTest(ctx: Ctx, { webhookId }: { webhookId: string }): Promise<Posted> {
  // Takes the limit and commits, so that no transaction is open while the receiver is asked.
  await operation(ctx, async () => ({ webhookId }));
  const webhook = await findWebhook(ctx.merchantId, webhookId);
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
    return await post(agent, webhook.url, headersFor(webhook, id, body), body);
  } finally {
    await agent.destroy();
  }
}
