import {
  removedReply,
  UpdateWebhookBody,
  WebhookParams,
  webhookDetailsReply,
  webhookReply,
} from "@/lib/api/contract/v1/webhook";
import {
  readWebhookExample,
  removeWebhookExample,
  updateWebhookExample,
} from "@/lib/api/contract/v1/webhook-examples";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { readWebhook } from "@/lib/domain/webhooks/read";
import { removeWebhook } from "@/lib/domain/webhooks/remove";
import { updateWebhook } from "@/lib/domain/webhooks/update";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    operationId: "getWebhook",
    summary: "Get a webhook",
    description: "Includes the webhook's status, last error and missed events.",
    scope: "webhooks:write",
    params: WebhookParams,
    reply: webhookDetailsReply,
    refuses: ["not_found"],
    example: readWebhookExample,
    handle: (ctx, { params }) => readWebhook(ctx, { webhookId: params.id }),
  }),
  PATCH: endpoint({
    operationId: "updateWebhook",
    summary: "Update a webhook",
    description:
      "Changes the URL or the events, or turns the webhook on or off. While a webhook is off, its events are held. Turning the webhook on doesn't replay these events.",
    scope: "webhooks:write",
    params: WebhookParams,
    body: UpdateWebhookBody,
    reply: webhookReply,
    refuses: ["not_found"],
    example: updateWebhookExample,
    handle: (ctx, { params, body }) => updateWebhook(ctx, { webhookId: params.id, ...body }),
  }),
  DELETE: endpoint({
    operationId: "deleteWebhook",
    summary: "Delete a webhook",
    description: "Permanent. Events that weren't delivered yet aren't sent.",
    scope: "webhooks:write",
    params: WebhookParams,
    reply: removedReply,
    refuses: ["not_found"],
    example: removeWebhookExample,
    handle: (ctx, { params }) => removeWebhook(ctx, { webhookId: params.id }),
  }),
});
