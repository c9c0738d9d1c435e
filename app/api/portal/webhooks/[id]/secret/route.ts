import { NoBody } from "@/lib/contract/fields";
import { webhookSecretReply } from "@/lib/contract/portal-webhooks";
import { WebhookParams } from "@/lib/contract/webhook";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { revealSecret } from "@/lib/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Show a webhook's signing secrets; audited.",
    scope: "store:manage",
    params: WebhookParams,
    body: NoBody,
    reply: webhookSecretReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => revealSecret(ctx, { webhookId: params.id }),
  }),
});
