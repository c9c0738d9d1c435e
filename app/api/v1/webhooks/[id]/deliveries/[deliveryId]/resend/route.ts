import { DeliveryParams, deliveryReply } from "@/lib/contract/delivery";
import { resendExample } from "@/lib/contract/webhook-examples";
import { post } from "@/lib/http/endpoint";
import { resend } from "@/lib/webhooks/replay";

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
