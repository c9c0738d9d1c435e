import { WebhookParams, webhookIdReply } from "@/lib/contract/webhook";
import { endpoint, resource } from "@/lib/http/endpoint";
import { rotateSecret } from "@/lib/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Make the next signing secret; both sign until it is put in force.",
    scope: "store:manage",
    params: WebhookParams,
    reply: webhookIdReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => rotateSecret(ctx, { webhookId: params.id }),
  }),
});
