import { WebhookParams, webhookIdReply } from "@/lib/contract/webhook";
import { endpoint, resource } from "@/lib/http/endpoint";
import { keepSecret } from "@/lib/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Keep the signing secret in force, and discard the next one.",
    scope: "store:manage",
    params: WebhookParams,
    reply: webhookIdReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => keepSecret(ctx, { webhookId: params.id }),
  }),
});
