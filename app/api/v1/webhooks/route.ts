import {
  CreateWebhookBody,
  createdWebhookReply,
  ListWebhooksQuery,
  webhooksReply,
} from "@/lib/api/contract/v1/webhook";
import { createWebhookExample, listWebhooksExample } from "@/lib/api/contract/v1/webhook-examples";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { pageOfWebhooks } from "@/lib/domain/webhooks/find";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    operationId: "listWebhooks",
    summary: "List webhooks",
    description: "Lists webhooks, oldest first.",
    scope: "webhooks:write",
    query: ListWebhooksQuery,
    reply: webhooksReply,
    example: listWebhooksExample,
    handle: ({ merchantId }, { query }) => pageOfWebhooks(merchantId, query),
  }),
  POST: endpoint({
    operationId: "createWebhook",
    summary: "Create a webhook",
    description:
      "In shape B, the response contains the signing secret. In both shapes, you can copy the secret from the webhook's page in the dashboard at any time.",
    scope: "webhooks:write",
    body: CreateWebhookBody,
    status: 201,
    location: ({ webhook }) => `/webhooks/${webhook.id}`,
    reply: createdWebhookReply,
    example: createWebhookExample,
    handle: (ctx, { body }) => createWebhook(ctx, body),
  }),
});
