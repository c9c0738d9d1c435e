import { z } from "zod";
import type { Delivery } from "../webhooks/list-deliveries";
import { DELIVERY_STATUSES, REPLAY_CHOICES } from "../webhooks/webhook";
import { Instant, iso, PAGING, Uuid, withOffset } from "./fields";
import { inBoth, listed, presented, sameInBoth } from "./shapes";
import { WebhookId } from "./webhook";

const Status = z.enum(DELIVERY_STATUSES);

export const DeliveryParams = z.strictObject({ id: WebhookId, deliveryId: Uuid });

export const ListDeliveriesQuery = z
  .strictObject({ ...PAGING, status: Status.optional() })
  .transform(withOffset);

export const ReplayBody = inBoth(
  z
    .strictObject({
      missed: z.enum(REPLAY_CHOICES).optional().meta({
        description: "What it missed: all of it, each card's latest, or nothing.",
      }),
      since: Instant.optional().meta({ description: "Everything from this instant on." }),
    })
    .transform(({ missed, since }, context) => {
      if (missed !== undefined && since === undefined) return { missed };
      if (since !== undefined && missed === undefined) return { since };
      context.addIssue(
        since === undefined
          ? { code: "custom", path: ["missed"], message: "give missed or since" }
          : { code: "custom", path: ["since"], message: "give either missed or since, not both" },
      );
      return z.NEVER;
    })
    .meta({ example: { missed: "all" } }),
);

const AttemptView = z
  .strictObject({
    id: z.uuid(),
    number: z.int(),
    url: z.string(),
    httpStatus: z.int().nullable(),
    error: z.string().nullable(),
    excerpt: z.string().nullable().meta({ description: "The beginning of the answer's body." }),
    durationMs: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "WebhookAttempt" });

/** The same in both shapes. */
export const DeliveryView = z
  .strictObject({
    id: z.uuid(),
    eventId: z.uuid(),
    event: z.string(),
    cardUuid: z.uuid(),
    sequence: z.int(),
    status: Status,
    nextAttemptAt: z.iso.datetime().nullable(),
    lastError: z.string().nullable().meta({
      description: "Why the last attempt since it was queued failed.",
    }),
    body: z
      .string()
      .nullable()
      .meta({ description: "The bytes sent; null before the first attempt." }),
    attempts: z.array(AttemptView),
    createdAt: z.iso.datetime(),
    settledAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When it was delivered, given up or held; null while it is pending." }),
    deliveredAt: z.iso.datetime().nullable().meta({
      description: "When it first arrived; stays when it is sent again, whatever becomes of that.",
    }),
  })
  .meta({ id: "WebhookDelivery" });

export const presentDelivery = (delivery: Delivery): z.input<typeof DeliveryView> => ({
  id: delivery.id,
  eventId: delivery.eventId,
  event: delivery.event,
  cardUuid: delivery.cardId,
  sequence: delivery.sequence,
  status: delivery.status,
  nextAttemptAt: delivery.status === "pending" ? iso(delivery.nextAttemptAt) : null,
  lastError: delivery.lastError,
  body: delivery.body,
  attempts: delivery.attempts.map((attempt) => ({
    id: attempt.id,
    number: attempt.number,
    url: attempt.url,
    httpStatus: attempt.httpStatus,
    error: attempt.error,
    excerpt: attempt.excerpt,
    durationMs: attempt.durationMs,
    createdAt: iso(attempt.createdAt),
  })),
  createdAt: iso(delivery.createdAt),
  settledAt: delivery.settledAt && iso(delivery.settledAt),
  deliveredAt: delivery.deliveredAt && iso(delivery.deliveredAt),
});

export const deliveryReply = sameInBoth(DeliveryView, ({ delivery }: { delivery: Delivery }) =>
  presentDelivery(delivery),
);

export const deliveriesReply = listed<Delivery>()("deliveries", {
  A: [DeliveryView, presentDelivery],
  B: [DeliveryView, presentDelivery],
});

export const replayReply = presented(z.object({ queued: z.int(), dismissed: z.int() }));

export const testReply = presented(
  z
    .object({
      delivered: z.boolean(),
      httpStatus: z.int().nullable(),
      error: z.string().nullable(),
      excerpt: z.string().nullable(),
      durationMs: z.int(),
    })
    .meta({ id: "WebhookTest" }),
);
