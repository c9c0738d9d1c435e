import {
  DeliverySettingsBody,
  portalWebhookReply,
  WebhookParams,
} from "@/lib/api/contract/v1/webhook";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { readWithHealth } from "@/lib/domain/webhooks/read";
import { setDeliverySettings } from "@/lib/domain/webhooks/set-delivery-settings";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    params: WebhookParams,
    reply: portalWebhookReply,
    handle: (ctx, { params }) => readWithHealth(ctx, { webhookId: params.id }),
  }),
  PATCH: endpoint({
    scope: "store:own",
    params: WebhookParams,
    body: DeliverySettingsBody,
    reply: portalWebhookReply,
    handle: (ctx, { params, body }) => setDeliverySettings(ctx, { webhookId: params.id, ...body }),
  }),
});
