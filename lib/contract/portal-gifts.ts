import { z } from "zod";
import { GIFT_STATUSES } from "../db/schema/gifts";
import type { EscrowTotal, ListedGift } from "../gifts/list";
import { iso, PAGING, Sum, Uuid } from "./fields";
import { sameInBoth } from "./shapes";

export const ListGiftsQuery = z.strictObject({
  limit: PAGING.limit,
  cursor: PAGING.cursor,
  status: z.enum(GIFT_STATUSES).optional(),
  customerId: Uuid.optional(),
});

export const GiftView = z.strictObject({
  id: z.uuid(),
  status: z.enum(GIFT_STATUSES),
  amountCents: z.int().min(1),
  currency: z.string(),
  senderEmail: z.string(),
  customerId: z.uuid(),
  recipientEmail: z.string(),
  cardUuid: z.uuid(),
  cardLast4: z.string(),
  settledCardUuid: z.uuid().nullable(),
  settledCardLast4: z.string().nullable(),
  deliverAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});

export const presentGift = ({
  cardId,
  settledCardId,
  ...gift
}: ListedGift): z.input<typeof GiftView> => ({
  ...gift,
  cardUuid: cardId,
  settledCardUuid: settledCardId,
  deliverAt: iso(gift.deliverAt),
  expiresAt: iso(gift.expiresAt),
  settledAt: gift.settledAt && iso(gift.settledAt),
  createdAt: iso(gift.createdAt),
});

export const GiftsView = z.strictObject({
  gifts: z.array(GiftView),
  nextCursor: z.string().nullable(),
});

export const giftsReply = sameInBoth(
  GiftsView,
  ({ items, nextCursor }: { items: ListedGift[]; nextCursor: string | null }) => ({
    gifts: items.map(presentGift),
    nextCursor,
  }),
);

export const EscrowView = z.strictObject({
  totals: z.array(
    z.strictObject({ currency: z.string(), gifts: z.int().min(1), amountCents: Sum }),
  ),
});

export const escrowReply = sameInBoth(EscrowView, (totals: EscrowTotal[]) => ({
  totals: totals.map(({ amountCents, ...total }) => ({
    ...total,
    amountCents: String(amountCents),
  })),
}));
