import { WebhookParams, webhookSecretReply } from "@/lib/contract/webhook";
import { post } from "@/lib/http/endpoint";
import { revealSecret } from "@/lib/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: WebhookParams,
  reply: webhookSecretReply,
  handle: (ctx, { params }) => revealSecret(ctx, { webhookId: params.id }),
});
