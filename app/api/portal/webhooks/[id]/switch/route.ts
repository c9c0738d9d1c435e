import { WebhookParams, webhookIdReply } from "@/lib/contract/webhook";
import { post } from "@/lib/http/endpoint";
import { switchSecret } from "@/lib/webhooks/rotate-secret";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: WebhookParams,
  reply: webhookIdReply,
  handle: (ctx, { params }) => switchSecret(ctx, { webhookId: params.id }),
});
