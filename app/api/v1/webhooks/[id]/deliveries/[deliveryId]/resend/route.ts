import { DeliveryParams, deliveryReply } from "@/lib/api/contract/v1/delivery";
import { resendExample } from "@/lib/api/contract/v1/webhook-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { resend } from "@/lib/domain/webhooks/replay";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "resendDelivery",
  summary: "Resend a delivery",
  description: "Sends the event again with the same body and the same `id`.",
  scope: "webhooks:write",
  params: DeliveryParams,
  status: 202,
  reply: deliveryReply,
  refuses: ["not_found"],
  example: resendExample,
  handle: (ctx, { params }) => resend(ctx, { webhookId: params.id, deliveryId: params.deliveryId }),
});
