import { z } from "zod";
import { GIFT_STATUSES } from "../db/schema/gifts";
import type { EscrowTotal, ListedGift } from "../gifts/list";
import { PAGING, ShownInstant, Sum, Uuid } from "./fields";
import { presented } from "./shapes";

export const ListGiftsQuery = z.strictObject({
  limit: PAGING.limit,
  cursor: PAGING.cursor,
  status: z.enum(GIFT_STATUSES).optional(),
  customerId: Uuid.optional(),
});

export const GiftView = z.object({
  id: z.guid(),
  status: z.enum(GIFT_STATUSES),
  amountCents: z.int().min(1),
  currency: z.string(),
  senderEmail: z.string(),
  customerId: z.guid(),
  recipientEmail: z.string(),
  cardUuid: z.guid(),
  cardLast4: z.string(),
  settledCardUuid: z.guid().nullable(),
  settledCardLast4: z.string().nullable(),
  deliverAt: ShownInstant,
  expiresAt: ShownInstant,
  settledAt: ShownInstant.nullable(),
  createdAt: ShownInstant,
});

export const presentGift = ({ cardId, settledCardId, ...gift }: ListedGift) => ({
  ...gift,
  cardUuid: cardId,
  settledCardUuid: settledCardId,
});

const GiftsView = z.object({
  gifts: z.array(GiftView),
  nextCursor: z.string().nullable(),
});

export const giftsReply = presented(
  GiftsView,
  ({ items, nextCursor }: { items: ListedGift[]; nextCursor: string | null }) => ({
    gifts: items.map(presentGift),
    nextCursor,
  }),
);

const EscrowView = z.object({
  totals: z.array(z.object({ currency: z.string(), gifts: z.int().min(1), amountCents: Sum })),
});

export const escrowReply = presented(EscrowView, (totals: EscrowTotal[]) => ({ totals }));
