import { DeliveryParams, deliveryReply } from "@/lib/api/contract/v1/delivery";
import { get } from "@/lib/api/kernel/endpoint";
import { readDelivery } from "@/lib/domain/webhooks/list-deliveries";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:manage",
  params: DeliveryParams,
  reply: deliveryReply,
  handle: (ctx, { params }) =>
    readDelivery(ctx, { webhookId: params.id, deliveryId: params.deliveryId }),
});
