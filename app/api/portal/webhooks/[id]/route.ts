import { portalWebhookReply, WebhookParams } from "@/lib/contract/webhook";
import { get } from "@/lib/http/endpoint";
import { readWithHealth } from "@/lib/webhooks/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: WebhookParams,
  reply: portalWebhookReply,
  handle: (ctx, { params }) => readWithHealth(ctx, { webhookId: params.id }),
});
