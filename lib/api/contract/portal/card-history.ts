import { z } from "zod";
import { ShownInstant, Uuid, wholeNumber } from "@/lib/api/contract/fields";
import { sameReply, withCardUuid } from "@/lib/api/contract/shapes";
import { DeliveryView, presentDelivery } from "@/lib/api/contract/v1/delivery";
import { TransferEndView, TransferView } from "@/lib/api/contract/v1/transfer";
import { HOLD_STATUSES } from "@/lib/db/schema/holds";
import type { Explanation } from "@/lib/domain/transactions/explain-change";
import { CHANGES } from "@/lib/domain/transactions/list-changes";
import { GiftView, presentGift } from "./gifts";

/** A change of a card, identified by its sequence in the card's history. */
export const CardChangeParams = z.strictObject({
  uuid: Uuid,
  sequence: wholeNumber(1, Number.MAX_SAFE_INTEGER),
});

const CardChangeView = z.object({
  what: z.enum(CHANGES),
  createdAt: ShownInstant,
  actor: z.object({ id: z.string(), name: z.string().nullable() }),
  requestId: z.string().nullable(),
  email: z.string().nullable(),
  balanceCents: z.int().nullable(),
  /** The amount of a hold. */
  amountCents: z.int().nullable(),
  reason: z.string().nullable(),
  expiresOn: z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }).nullable(),
  hold: z.object({ status: z.enum(HOLD_STATUSES), expiresAt: ShownInstant }).nullable(),
  /** The other card of a replacement. */
  otherCard: z.object({ uuid: z.uuid(), last4: z.string() }).nullable(),
  sequence: z.int().nullable(),
});

export const cardChangesReply = sameReply(z.object({ changes: z.array(CardChangeView) }));

const ExplanationView = z.object({
  gift: GiftView.nullable(),
  /** This store's side, and the other end. */
  transfer: z.object({ ...TransferView.shape, otherEnd: TransferEndView }).nullable(),
  events: z.array(
    z.object({
      id: z.uuid(),
      event: z.string(),
      createdAt: ShownInstant,
      deliveries: z.array(
        z.object({
          webhook: z.object({ id: z.uuid(), url: z.string() }),
          delivery: DeliveryView,
        }),
      ),
    }),
  ),
});

export const explanationReply = sameReply(
  ExplanationView,
  ({ gift, transfer, events }: Explanation) => ({
    gift: gift && presentGift(gift),
    transfer: transfer && withCardUuid(transfer),
    events: events.map(({ deliveries, ...event }) => ({
      ...event,
      deliveries: deliveries.map(({ webhook, delivery }) => ({
        webhook,
        delivery: presentDelivery(delivery),
      })),
    })),
  }),
);
