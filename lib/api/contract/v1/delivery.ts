import { z } from "zod";
import { Instant, PAGING, ShownInstant, Uuid, withOffset } from "@/lib/api/contract/fields";
import {
  exactlyOne,
  inBothShapes,
  refuse,
  sameReply,
  shapedPageReply,
} from "@/lib/api/contract/shapes";
import type { Delivery } from "@/lib/domain/webhooks/list-deliveries";
import { DELIVERY_STATUSES, REPLAY_CHOICES } from "@/lib/domain/webhooks/webhook";
import { WebhookId } from "./webhook";

const Status = z.enum(DELIVERY_STATUSES);

export const DeliveryParams = z.strictObject({ id: WebhookId, deliveryId: Uuid });

export const ListDeliveriesQuery = z
  .strictObject({ ...PAGING, status: Status.optional() })
  .transform(withOffset);

export const ReplayBody = inBothShapes(
  z
    .strictObject({
      missed: z.enum(REPLAY_CHOICES).optional().meta({
        description:
          "Which missed events to replay: all, only the latest for each card, or none (`skip`).",
      }),
      since: Instant.optional().meta({ description: "Replays all events since this time." }),
    })
    .transform(({ missed, since }, context) => {
      if (missed !== undefined && since === undefined) return { missed };
      if (since !== undefined && missed === undefined) return { since };
      if (since === undefined) refuse(context, "missed", "send either missed or since");
      else refuse(context, "since", "can't be combined with missed");
      return z.NEVER;
    })
    .meta({ ...exactlyOne("missed", "since"), example: { missed: "all" } }),
);

const AttemptView = z
  .object({
    id: z.uuid(),
    number: z.int(),
    url: z.string(),
    httpStatus: z.int().nullable(),
    error: z.string().nullable(),
    excerpt: z.string().nullable().meta({ description: "The start of the response body." }),
    durationMs: z.int(),
    createdAt: ShownInstant,
  })
  .meta({ id: "WebhookAttempt" });

/** A webhook delivery, the same in both shapes. */
export const DeliveryView = z
  .object({
    id: z.uuid(),
    eventId: z.uuid(),
    event: z.string(),
    cardUuid: z.uuid(),
    sequence: z.int(),
    status: Status,
    nextAttemptAt: ShownInstant.nullable(),
    lastError: z.string().nullable().meta({
      description: "The error of the last attempt.",
    }),
    body: z
      .string()
      .nullable()
      .meta({ description: "The body that was sent, or null before the first attempt." }),
    attempts: z.array(AttemptView),
    createdAt: ShownInstant,
    settledAt: ShownInstant.nullable().meta({
      description: "When the event was delivered, failed or held. Null while it's pending.",
    }),
    deliveredAt: ShownInstant.nullable().meta({
      description: "When the event was first delivered. Resending doesn't change it.",
    }),
  })
  .meta({ id: "WebhookDelivery" });

export const presentDelivery = ({ cardId, ...delivery }: Delivery) => ({
  ...delivery,
  cardUuid: cardId,
  nextAttemptAt: delivery.status === "pending" ? delivery.nextAttemptAt : null,
});

export const deliveryReply = sameReply(DeliveryView, ({ delivery }: { delivery: Delivery }) =>
  presentDelivery(delivery),
);

const deliveryPresenter = [
  DeliveryView,
  (delivery: Delivery) => DeliveryView.parse(presentDelivery(delivery)),
] as const;
export const deliveriesReply = shapedPageReply<Delivery>()("deliveries", {
  A: deliveryPresenter,
  B: deliveryPresenter,
});

export const replayReply = sameReply(z.object({ queued: z.int(), dismissed: z.int() }));

export const testReply = sameReply(
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
