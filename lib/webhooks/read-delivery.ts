import type { Ctx } from "../context";
import { db } from "../db/client";
import { findWebhook } from "./find";
import { type Delivery, findDelivery } from "./list-deliveries";

/** One delivery of a webhook with its attempts. Refuses: not_found. */
export async function readDelivery(
  { merchantId }: Ctx,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<{ delivery: Delivery }> {
  await findWebhook(merchantId, webhookId);
  return { delivery: await findDelivery(db(), merchantId, webhookId, deliveryId) };
}
