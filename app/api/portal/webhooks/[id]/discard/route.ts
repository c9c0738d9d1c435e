import { WebhookParams, webhookIdReply } from "@/lib/contract/webhook";
import { post } from "@/lib/http/endpoint";
import { discardNextSecret } from "@/lib/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: WebhookParams,
  reply: webhookIdReply,
  handle: (ctx, { params }) => discardNextSecret(ctx, { webhookId: params.id }),
});
