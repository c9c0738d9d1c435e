import { z } from "zod";
import type { WebhookWithHealth } from "../webhooks/read";
import { DISABLED_REASONS } from "../webhooks/webhook";
import { iso } from "./fields";
import { sameInBoth } from "./shapes";

export const PortalWebhook = z.strictObject({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  disabledReason: z.enum(DISABLED_REASONS).nullable(),
  disabledAt: z.iso.datetime().nullable(),
  /** The name of the person or key that switched it off, where one did. */
  switchedOffBy: z.string().nullable(),
  lastError: z.string().nullable(),
  /** A secret was made that waits to be put in force. */
  rotating: z.boolean(),
  createdAt: z.iso.datetime(),
  health: z.strictObject({
    hours: z.array(
      z.strictObject({ startsAt: z.iso.datetime(), delivered: z.int(), failed: z.int() }),
    ),
    delivered: z.int(),
    failed: z.int(),
    pending: z.int(),
    missed: z.int(),
    lastFailure: z.strictObject({ at: z.iso.datetime(), error: z.string() }).nullable(),
  }),
});

const present = ({
  webhook,
  switchedOffBy,
  health,
}: WebhookWithHealth): z.input<typeof PortalWebhook> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  active: webhook.active,
  disabledReason: webhook.disabledReason,
  disabledAt: webhook.disabledAt && iso(webhook.disabledAt),
  switchedOffBy,
  lastError: webhook.lastError,
  rotating: webhook.sealedNextSecret !== null,
  createdAt: iso(webhook.createdAt),
  health: {
    ...health,
    hours: health.hours.map((hour) => ({ ...hour, startsAt: iso(hour.startsAt) })),
    lastFailure: health.lastFailure && { ...health.lastFailure, at: iso(health.lastFailure.at) },
  },
});

export const portalWebhookReply = sameInBoth(PortalWebhook, present);

export const portalWebhooksReply = sameInBoth(
  z.strictObject({ webhooks: z.array(PortalWebhook) }),
  (webhooks: WebhookWithHealth[]) => ({ webhooks: webhooks.map(present) }),
);

export const WebhookSecrets = z.strictObject({
  secret: z.string(),
  nextSecret: z.string().nullable(),
});

export const webhookSecretReply = sameInBoth(
  WebhookSecrets,
  (secrets: { secret: string; nextSecret: string | null }) => secrets,
);

export const webhookIdReply = sameInBoth(
  z.strictObject({ webhookId: z.uuid() }),
  (changed: { webhookId: string }) => changed,
);
