import { portalWebhookReply, WebhookParams } from "@/lib/contract/webhook";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readWithHealth } from "@/lib/webhooks/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Read a webhook with how it did in the last 24 hours.",
    scope: "store:read",
    params: WebhookParams,
    reply: portalWebhookReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => readWithHealth(ctx, { webhookId: params.id }),
  }),
});
