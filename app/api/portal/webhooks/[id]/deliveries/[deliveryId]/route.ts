import { DeliveryParams, deliveryReply } from "@/lib/contract/delivery";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readDelivery } from "@/lib/webhooks/list-deliveries";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Read one delivery of a webhook with its attempts.",
    scope: "store:manage",
    params: DeliveryParams,
    reply: deliveryReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) =>
      readDelivery(ctx, { webhookId: params.id, deliveryId: params.deliveryId }),
  }),
});
