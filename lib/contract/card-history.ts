import { z } from "zod";
import type { CardChange } from "../cards/changes";
import type { Explanation } from "../cards/explain";
import { DeliveryView, presentDelivery } from "./delivery";
import { iso, Uuid, wholeNumber } from "./fields";
import { sameInBoth } from "./shapes";

/** A change of a card by its place in the card's history. */
export const CardChangeParams = z.strictObject({
  uuid: Uuid,
  sequence: wholeNumber(1, Number.MAX_SAFE_INTEGER),
});

export const CardChangeView = z.strictObject({
  what: z.enum(["created", "claimed", "disabled"]),
  createdAt: z.iso.datetime(),
  actor: z.strictObject({ id: z.string(), name: z.string().nullable() }),
  requestId: z.string().nullable(),
  email: z.string().nullable(),
  balanceCents: z.int().nullable(),
  sequence: z.int().nullable(),
});

export const cardChangesReply = sameInBoth(
  z.strictObject({ changes: z.array(CardChangeView) }),
  ({ changes }: { changes: CardChange[] }) => ({
    changes: changes.map((change) => ({ ...change, createdAt: iso(change.createdAt) })),
  }),
);

export const ExplanationView = z.strictObject({
  events: z.array(
    z.strictObject({
      id: z.uuid(),
      event: z.string(),
      createdAt: z.iso.datetime(),
      deliveries: z.array(
        z.strictObject({
          webhook: z.strictObject({ id: z.uuid(), url: z.string() }),
          delivery: DeliveryView,
        }),
      ),
    }),
  ),
});

export const explanationReply = sameInBoth(ExplanationView, ({ events }: Explanation) => ({
  events: events.map(({ id, event, createdAt, deliveries }) => ({
    id,
    event,
    createdAt: iso(createdAt),
    deliveries: deliveries.map(({ webhook, delivery }) => ({
      webhook: { id: webhook.id, url: webhook.url },
      delivery: presentDelivery(delivery),
    })),
  })),
}));
