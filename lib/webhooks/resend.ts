import { and, eq } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { webhookDeliveries as deliveries } from "../db/schema/webhooks";
import { invalid, Refusal } from "../errors";
import { operation } from "../ledger/operation";
import { lockWebhook } from "./find";
import { type Delivery, findDelivery } from "./list-deliveries";
import { ofWebhook, queuedAgain } from "./missed";

/**
 * Queues one delivery again, the same bytes with fresh retries, whatever became of it.
 * Refuses: not_found, invalid_request while the webhook is disabled.
 */
export const resend = (ctx: Ctx, given: { webhookId: string; deliveryId: string }) =>
  operation(ctx, async (tx): Promise<{ delivery: Delivery }> => {
    const { merchantId } = ctx;
    const webhook = await lockWebhook(tx, merchantId, given.webhookId);
    if (!webhook.active) throw invalid("body", "the webhook is disabled; re-enable it first");
    const { count } = await tx
      .update(deliveries)
      .set(queuedAgain)
      .where(and(ofWebhook(merchantId, webhook.id), eq(deliveries.id, given.deliveryId)));
    if (count === 0) throw new Refusal("not_found");
    await audit(tx, authorOf(ctx), { action: "webhook.resent", subjectId: given.deliveryId });
    ctx.reply.deliveries += 1;
    return { delivery: await findDelivery(tx, merchantId, webhook.id, given.deliveryId) };
  });
