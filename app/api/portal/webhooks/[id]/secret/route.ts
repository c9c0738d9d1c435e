import { WebhookParams, webhookSecretReply } from "@/lib/api/contract/v1/webhook";
import { post } from "@/lib/api/kernel/endpoint";
import { revealSecret } from "@/lib/domain/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: WebhookParams,
  reply: webhookSecretReply,
  handle: (ctx, { params }) => revealSecret(ctx, { webhookId: params.id }),
});
