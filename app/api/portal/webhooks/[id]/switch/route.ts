import { WebhookParams, webhookIdReply } from "@/lib/contract/webhook";
import { endpoint, resource } from "@/lib/http/endpoint";
import { switchSecret } from "@/lib/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Put the next signing secret in force.",
    scope: "store:manage",
    params: WebhookParams,
    reply: webhookIdReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => switchSecret(ctx, { webhookId: params.id }),
  }),
});
