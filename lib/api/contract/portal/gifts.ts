import { z } from "zod";
import { CURSOR_PAGING_FIELDS, ShownInstant, Sum, Uuid } from "@/lib/api/contract/fields";
import { sameListReply, samePageReply } from "@/lib/api/contract/shapes";
import { designOf, GIFT_DESIGNS } from "@/lib/base/gift-designs";
import { GIFT_STATUSES } from "@/lib/db/schema/gifts";
import type { ListedGift } from "@/lib/domain/gifts/list";
import { FORMAT_FIELD } from "./file-columns";

const FILTERS = { status: z.enum(GIFT_STATUSES).optional(), customerId: Uuid.optional() };

export const ListGiftsQuery = z.strictObject({ ...CURSOR_PAGING_FIELDS, ...FILTERS });

export const GiftsFileQuery = z.strictObject({ status: FILTERS.status, ...FORMAT_FIELD });

/** A gift's design; null for the store's plain card. */
export const GiftDesignView = z
  .string()
  .nullable()
  .transform(designOf)
  .pipe(z.enum(GIFT_DESIGNS).nullable());

export const GiftView = z.object({
  id: z.guid(),
  status: z.enum(GIFT_STATUSES),
  amountCents: z.int().min(1),
  currency: z.string(),
  senderEmail: z.string(),
  customerId: z.guid(),
  recipientEmail: z.string(),
  senderName: z.string().nullable(),
  recipientName: z.string().nullable(),
  design: GiftDesignView,
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

export const giftsReply = samePageReply("gifts", GiftView, presentGift);

export const escrowReply = sameListReply(
  "totals",
  z.object({ currency: z.string(), gifts: z.int().min(1), amountCents: Sum }),
);
