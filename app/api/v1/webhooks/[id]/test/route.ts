import { testReply } from "@/lib/api/contract/v1/delivery";
import { WebhookParams } from "@/lib/api/contract/v1/webhook";
import { testWebhookExample } from "@/lib/api/contract/v1/webhook-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { sendTest } from "@/lib/domain/webhooks/send-test";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "sendTestEvent",
  summary: "Send a test event",
  description: "Sends a signed `webhook.test` event to the URL and returns the result.",
  scope: "webhooks:write",
  limit: "webhookTest",
  waits: true,
  params: WebhookParams,
  reply: testReply,
  refuses: ["not_found"],
  example: testWebhookExample,
  handle: (ctx, { params }) => sendTest(ctx, { webhookId: params.id }),
});
