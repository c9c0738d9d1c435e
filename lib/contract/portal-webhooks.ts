import { z } from "zod";
import type { WebhookWithHealth } from "../webhooks/read";
import { DISABLED_REASONS } from "../webhooks/webhook";
import { ShownInstant } from "./fields";
import { presented } from "./shapes";

export const PortalWebhook = z.object({
  id: z.guid(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  disabledReason: z.enum(DISABLED_REASONS).nullable(),
  disabledAt: ShownInstant.nullable(),
  /** The name of the person or key that switched it off, where one did. */
  switchedOffBy: z.string().nullable(),
  lastError: z.string().nullable(),
  /** A secret was made that waits to be put in force. */
  rotating: z.boolean(),
  createdAt: ShownInstant,
  health: z.object({
    hours: z.array(z.object({ startsAt: ShownInstant, delivered: z.int(), failed: z.int() })),
    delivered: z.int(),
    failed: z.int(),
    pending: z.int(),
    missed: z.int(),
    lastFailure: z.object({ at: ShownInstant, error: z.string() }).nullable(),
  }),
});

const presentWebhook = ({ webhook, switchedOffBy, health }: WebhookWithHealth) => ({
  ...webhook,
  switchedOffBy,
  rotating: webhook.sealedNextSecret !== null,
  health,
});

export const portalWebhookReply = presented(PortalWebhook, presentWebhook);

export const portalWebhooksReply = presented(
  z.object({ webhooks: z.array(PortalWebhook) }),
  (webhooks: WebhookWithHealth[]) => ({ webhooks: webhooks.map(presentWebhook) }),
);

export const webhookSecretReply = presented(
  z.object({ secret: z.string(), nextSecret: z.string().nullable() }),
);

export const webhookIdReply = presented(z.object({ webhookId: z.guid() }));
