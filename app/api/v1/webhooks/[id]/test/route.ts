import { testReply } from "@/lib/contract/delivery";
import { WebhookParams } from "@/lib/contract/webhook";
import { testWebhookExample } from "@/lib/contract/webhook-examples";
import { post } from "@/lib/http/endpoint";
import { sendTest } from "@/lib/webhooks/send-test";

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
