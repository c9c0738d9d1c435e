import { DeliveryParams, deliveryReply } from "@/lib/contract/delivery";
import { get } from "@/lib/http/endpoint";
import { readDelivery } from "@/lib/webhooks/list-deliveries";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:manage",
  params: DeliveryParams,
  reply: deliveryReply,
  handle: (ctx, { params }) =>
    readDelivery(ctx, { webhookId: params.id, deliveryId: params.deliveryId }),
});
