import { z } from "zod";
import type { Explanation } from "../history/explain-change";
import type { CardChange } from "../history/list-changes";
import { DeliveryView, presentDelivery } from "./delivery";
import { iso, Uuid, wholeNumber } from "./fields";
import { GiftView, presentGift } from "./portal-gifts";
import { sameInBoth } from "./shapes";
import { presentTransfer, TransferView } from "./transfer";

/** A change of a card by its place in the card's history. */
export const CardChangeParams = z.strictObject({
  uuid: Uuid,
  sequence: wholeNumber(1, Number.MAX_SAFE_INTEGER),
});

const CardChangeView = z.strictObject({
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

const OwnSide = z.strictObject({ ...TransferView.shape, otherStore: z.string() });

const ExplanationView = z.strictObject({
  gift: GiftView.nullable(),
  /** The store's own side, and which store has the other. */
  transfer: OwnSide.nullable(),
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

const presentOwnSide = (transfer: NonNullable<Explanation["transfer"]>) => ({
  ...presentTransfer(transfer),
  otherStore: transfer.otherStore,
});

export const explanationReply = sameInBoth(
  ExplanationView,
  ({ gift, transfer, events }: Explanation) => ({
    gift: gift && presentGift(gift),
    transfer: transfer && presentOwnSide(transfer),
    events: events.map(({ id, event, createdAt, deliveries }) => ({
      id,
      event,
      createdAt: iso(createdAt),
      deliveries: deliveries.map(({ webhook, delivery }) => ({
        webhook: { id: webhook.id, url: webhook.url },
        delivery: presentDelivery(delivery),
      })),
    })),
  }),
);
