import { WebhookParams, webhookIdReply } from "@/lib/api/contract/v1/webhook";
import { post } from "@/lib/api/kernel/endpoint";
import { rotateSecret } from "@/lib/domain/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: WebhookParams,
  reply: webhookIdReply,
  handle: (ctx, { params }) => rotateSecret(ctx, { webhookId: params.id }),
});
