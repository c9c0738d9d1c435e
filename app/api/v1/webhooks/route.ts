import { CreateWebhookBody, createdWebhookReply, webhooksReply } from "@/lib/contract/webhook";
import { createWebhookExample, listWebhooksExample } from "@/lib/contract/webhook-examples";
import { endpoint, resource } from "@/lib/http/endpoint";
import { createWebhook } from "@/lib/webhooks/create";
import { listWebhooks } from "@/lib/webhooks/find";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the webhooks, at most twenty.",
    scope: "webhooks:write",
    reply: webhooksReply,
    example: listWebhooksExample,
    handle: ({ merchantId }) => listWebhooks(merchantId),
  }),
  POST: endpoint({
    summary: "Register a webhook.",
    description: "Its signing secret is shown here in Shape B, and at any time in the dashboard.",
    scope: "webhooks:write",
    body: CreateWebhookBody,
    status: 201,
    reply: createdWebhookReply,
    example: createWebhookExample,
    handle: (ctx, { body }) => createWebhook(ctx, body),
  }),
});
