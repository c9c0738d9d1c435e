import {
  removedReply,
  UpdateWebhookBody,
  WebhookParams,
  webhookReply,
} from "@/lib/contract/webhook";
import { removeWebhookExample, updateWebhookExample } from "@/lib/contract/webhook-examples";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { removeWebhook } from "@/lib/webhooks/remove";
import { updateWebhook } from "@/lib/webhooks/update";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    summary: "Change a webhook, or switch it off and on.",
    description:
      "Switched off, its events are held. Switched on again, it replays nothing by itself.",
    scope: "webhooks:write",
    params: WebhookParams,
    body: UpdateWebhookBody,
    reply: webhookReply,
    refuses: ["not_found"],
    example: updateWebhookExample,
    handle: (ctx, { params, body }) => updateWebhook(ctx, { webhookId: params.id, ...body }),
  }),
  DELETE: endpoint({
    summary: "Delete a webhook for good.",
    scope: "webhooks:write",
    params: WebhookParams,
    reply: removedReply,
    refuses: ["not_found"],
    example: removeWebhookExample,
    handle: (ctx, { params }) => removeWebhook(ctx, { webhookId: params.id }),
  }),
});
