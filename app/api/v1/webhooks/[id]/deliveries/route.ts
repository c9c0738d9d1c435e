import { deliveriesReply, ListDeliveriesQuery } from "@/lib/contract/delivery";
import { WebhookParams } from "@/lib/contract/webhook";
import { listDeliveriesExample } from "@/lib/contract/webhook-examples";
import { endpoint, resource } from "@/lib/http/endpoint";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List a webhook's deliveries with every attempt, newest first.",
    scope: "webhooks:write",
    params: WebhookParams,
    query: ListDeliveriesQuery,
    reply: deliveriesReply,
    refuses: ["not_found"],
    example: listDeliveriesExample,
    handle: (ctx, { params, query }) => listDeliveries(ctx, { webhookId: params.id, ...query }),
  }),
});
