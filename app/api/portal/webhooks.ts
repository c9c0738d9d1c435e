import { DeliveryParams, deliveryReply } from "@/lib/api/contract/v1/delivery";
import {
  DeliverySettingsBody,
  portalWebhookReply,
  portalWebhooksReply,
  WebhookParams,
  webhookIdReply,
  webhookSecretReply,
} from "@/lib/api/contract/v1/webhook";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import { readDelivery } from "@/lib/domain/webhooks/list-deliveries";
import { listWithHealth, readWithHealth } from "@/lib/domain/webhooks/read";
import {
  discardNextSecret,
  revealSecret,
  rotateSecret,
  switchSecret,
} from "@/lib/domain/webhooks/rotate-secret";
import { setDeliverySettings } from "@/lib/domain/webhooks/set-delivery-settings";

export const webhooks = {
  "/webhooks": get({
    scope: "store:read",
    reply: portalWebhooksReply,
    handle: (ctx) => listWithHealth(ctx),
  }),
  "/webhooks/{id}/deliveries/{deliveryId}": get({
    scope: "store:manage",
    params: DeliveryParams,
    reply: deliveryReply,
    handle: (ctx, { params }) =>
      readDelivery(ctx, { webhookId: params.id, deliveryId: params.deliveryId }),
  }),
  "/webhooks/{id}/discard": post({
    scope: "store:manage",
    params: WebhookParams,
    reply: webhookIdReply,
    handle: (ctx, { params }) => discardNextSecret(ctx, { webhookId: params.id }),
  }),
  "/webhooks/{id}/rotate": post({
    scope: "store:manage",
    params: WebhookParams,
    reply: webhookIdReply,
    handle: (ctx, { params }) => rotateSecret(ctx, { webhookId: params.id }),
  }),
  "/webhooks/{id}": resource({
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
      handle: (ctx, { params, body }) =>
        setDeliverySettings(ctx, { webhookId: params.id, ...body }),
    }),
  }),
  "/webhooks/{id}/secret": post({
    scope: "store:manage",
    params: WebhookParams,
    reply: webhookSecretReply,
    handle: (ctx, { params }) => revealSecret(ctx, { webhookId: params.id }),
  }),
  "/webhooks/{id}/switch": post({
    scope: "store:manage",
    params: WebhookParams,
    reply: webhookIdReply,
    handle: (ctx, { params }) => switchSecret(ctx, { webhookId: params.id }),
  }),
};
