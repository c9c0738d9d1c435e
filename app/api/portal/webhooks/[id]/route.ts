import { DeliverySettingsBody, portalWebhookReply, WebhookParams } from "@/lib/contract/webhook";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readWithHealth } from "@/lib/webhooks/read";
import { setDeliverySettings } from "@/lib/webhooks/set-delivery-settings";

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
