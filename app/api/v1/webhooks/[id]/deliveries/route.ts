import { deliveriesReply, ListDeliveriesQuery } from "@/lib/contract/delivery";
import { WebhookParams } from "@/lib/contract/webhook";
import { listDeliveriesExample } from "@/lib/contract/webhook-examples";
import { get } from "@/lib/http/endpoint";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";

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
