import { deliveriesReply, ListDeliveriesQuery } from "@/lib/api/contract/v1/delivery";
import { WebhookParams } from "@/lib/api/contract/v1/webhook";
import { listDeliveriesExample } from "@/lib/api/contract/v1/webhook-examples";
import { get } from "@/lib/api/kernel/endpoint";
import { listDeliveries } from "@/lib/domain/webhooks/list-deliveries";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "listDeliveries",
  summary: "List deliveries",
  description: "Lists a webhook's deliveries with their attempts, newest first.",
  scope: "webhooks:write",
  params: WebhookParams,
  query: ListDeliveriesQuery,
  reply: deliveriesReply,
  refuses: ["not_found"],
  example: listDeliveriesExample,
  handle: (ctx, { params, query }) => listDeliveries(ctx, { webhookId: params.id, ...query }),
});
