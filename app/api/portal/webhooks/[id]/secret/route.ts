import { WebhookParams, webhookSecretReply } from "@/lib/contract/webhook";
import { endpoint, resource } from "@/lib/http/endpoint";
import { revealSecret } from "@/lib/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Show a webhook's signing secrets; audited.",
    scope: "store:manage",
    params: WebhookParams,
    reply: webhookSecretReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => revealSecret(ctx, { webhookId: params.id }),
  }),
});
