import { z } from "zod";
import { iso, PAGING, ShownInstant, withOffset } from "@/lib/api/contract/fields";
import {
  inBothShapes,
  refuse,
  sameListReply,
  sameReply,
  shapedPageReply,
  shapedReply,
} from "@/lib/api/contract/shapes";
import { isUuid } from "@/lib/base/ids";
import {
  MAX_DISABLE_AFTER_HOURS,
  RETRY_SCHEDULE_NAMES,
} from "@/lib/domain/webhooks/delivery-policy";
import type { WebhookDetails, WebhookWithHealth } from "@/lib/domain/webhooks/read";
import { unsealSecret } from "@/lib/domain/webhooks/sealed-secret";
import {
  DISABLED_REASONS,
  MAX_URL_CHARS,
  SUBSCRIBABLE_EVENTS,
  type Webhook,
} from "@/lib/domain/webhooks/webhook";

const PREFIX = "wh_";

/** A webhook's id in Shape B: the UUID without dashes, after a prefix. */
const presentIdB = (id: string): string => PREFIX + id.replaceAll("-", "");

function readId(text: string): string | null {
  const id = text.startsWith(PREFIX)
    ? text.slice(PREFIX.length).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
    : text;
  return isUuid(id) ? id.toLowerCase() : null;
}

/** A webhook's id in either form. Refuses any other text. */
export const WebhookId = z
  .string()
  .transform((text, context) => {
    const id = readId(text);
    if (id !== null) return id;
    context.addIssue("must be a webhook ID");
    return z.NEVER;
  })
  .meta({
    description: "The webhook's ID, in the form of either shape.",
    example: "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e",
  });

export const WebhookParams = z.strictObject({ id: WebhookId });

const Url = z.string().max(MAX_URL_CHARS).meta({
  format: "uri",
  pattern: "^https://",
  description: "An HTTPS URL with a public host, on port 443, or on a port of 1024 or higher.",
  example: "https://example.com/webhooks/scrip",
});
const EventName = z.enum(SUBSCRIBABLE_EVENTS);
const Events = z
  .array(EventName)
  .min(1)
  .max(SUBSCRIBABLE_EVENTS.length * 2);

export const ListWebhooksQuery = z.strictObject(PAGING).transform(withOffset);

export const CreateWebhookBody = inBothShapes(z.strictObject({ url: Url, events: Events }));

export const UpdateWebhookBody = inBothShapes(
  z
    .strictObject({
      url: Url.optional(),
      events: Events.optional(),
      active: z.boolean().optional().meta({ description: "Whether the webhook is on (shape A)." }),
      is_active: z
        .boolean()
        .optional()
        .meta({ description: "Whether the webhook is on (shape B)." }),
    })
    .transform(({ active, is_active, ...change }, context) => {
      if (active !== undefined && is_active !== undefined && active !== is_active) {
        refuse(context, "is_active", "must match active");
      }
      return { ...change, active: active ?? is_active };
    }),
);

const common = { url: z.string(), events: z.array(z.string()) };

const viewA = { id: z.uuid(), ...common, active: z.boolean(), createdAt: ShownInstant };
const WebhookA = z.object(viewA).meta({ id: "WebhookA" });

const IdB = z.string().meta({ pattern: `^${PREFIX}[0-9a-f]{32}$` });

const viewB = { id: IdB, ...common, is_active: z.boolean(), created_at: ShownInstant };
const WebhookB = z.object(viewB).meta({ id: "WebhookB" });

const presentA = (webhook: Webhook) => WebhookA.parse(webhook);

const presentB = ({ id, active, createdAt, ...webhook }: Webhook) =>
  WebhookB.parse({
    ...webhook,
    id: presentIdB(id),
    is_active: active,
    created_at: createdAt,
  });

export const webhookReply = shapedReply<{ webhook: Webhook }>()({
  A: [WebhookA, ({ webhook }) => presentA(webhook)],
  B: [WebhookB, ({ webhook }) => presentB(webhook)],
});

const details = {
  disabledReason: z.enum(DISABLED_REASONS).nullable().meta({
    description:
      "`failures`: 3 deliveries in a row failed all their attempts. `merchant`: the store turned the webhook off.",
  }),
  disabledAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable().meta({
    description: "The error of the last failed delivery, or null after a success.",
  }),
  missedCount: z.int().meta({
    description:
      "Number of missed events, which were held or have failed since the last success. A replay sends these events.",
  }),
};

const presentDetails = ({ webhook, missedCount }: WebhookDetails) => ({
  disabledReason: webhook.disabledReason,
  disabledAt: webhook.disabledAt && iso(webhook.disabledAt),
  lastError: webhook.lastError,
  missedCount,
});

/** A webhook and its health. The health fields have the same names in both shapes. */
export const webhookDetailsReply = shapedReply<WebhookDetails>()({
  A: [
    z.strictObject({ ...viewA, ...details }).meta({ id: "WebhookDetailsA" }),
    (read) => ({ ...presentA(read.webhook), ...presentDetails(read) }),
  ],
  B: [
    z.strictObject({ ...viewB, ...details }).meta({ id: "WebhookDetailsB" }),
    (read) => ({ ...presentB(read.webhook), ...presentDetails(read) }),
  ],
});

/** Shape B shows the signing secret once, when the webhook is created. */
export const createdWebhookReply = shapedReply<{ webhook: Webhook }>()({
  A: [WebhookA, ({ webhook }) => presentA(webhook)],
  B: [
    z
      .strictObject({
        ...viewB,
        secret: z.string().nullable().meta({
          description:
            "The signing secret. Null if this is a replayed response and the webhook was deleted.",
          example: "whsec_…",
        }),
      })
      .meta({ id: "CreatedWebhookB" }),
    ({ webhook }) => ({
      ...presentB(webhook),
      // A replay finds no secret if the webhook was deleted.
      secret: webhook.sealedSecret ? unsealSecret(webhook, webhook.sealedSecret) : null,
    }),
  ],
});

export const webhooksReply = shapedPageReply<Webhook>()("webhooks", {
  A: [WebhookA, presentA],
  B: [WebhookB, presentB],
});

export const removedReply = sameReply(z.object({ success: z.literal(true) }));

const PortalWebhook = z.object({
  id: z.guid(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  disabledReason: z.enum(DISABLED_REASONS).nullable(),
  disabledAt: ShownInstant.nullable(),
  /** The name of the team member or API key that disabled it, if any. */
  disabledBy: z.string().nullable(),
  lastError: z.string().nullable(),
  retrySchedule: z.enum(RETRY_SCHEDULE_NAMES),
  disableAfterHours: z.int(),
  /** Whether a new secret is ready to use. */
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

const presentWebhook = ({ webhook, disabledBy, health }: WebhookWithHealth) => ({
  ...webhook,
  disabledBy,
  rotating: webhook.sealedNextSecret !== null,
  health,
});

/** How a webhook's deliveries are retried, and how long they fail at least before it is disabled. */
export const DeliverySettingsBody = inBothShapes(
  z.strictObject({
    retrySchedule: z.enum(RETRY_SCHEDULE_NAMES).optional(),
    disableAfterHours: z.int().min(0).max(MAX_DISABLE_AFTER_HOURS).optional(),
  }),
);

export const portalWebhookReply = sameReply(PortalWebhook, presentWebhook);

export const portalWebhooksReply = sameListReply("webhooks", PortalWebhook, presentWebhook);

export const webhookSecretReply = sameReply(
  z.object({ secret: z.string(), nextSecret: z.string().nullable() }),
);

export const webhookIdReply = sameReply(z.object({ webhookId: z.guid() }));
