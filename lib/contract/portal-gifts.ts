import { z } from "zod";
import { GIFT_STATUSES } from "../db/schema/gifts";
import type { ListedGift } from "../gifts/list";
import { decimalText } from "../money";
import { CURSOR_PAGING_FIELDS, iso, ShownInstant, Sum, Uuid } from "./fields";
import { sameListReply, samePageReply } from "./shapes";

const FILTERS = { status: z.enum(GIFT_STATUSES).optional(), customerId: Uuid.optional() };

export const ListGiftsQuery = z.strictObject({ ...CURSOR_PAGING_FIELDS, ...FILTERS });

export const ExportGiftsQuery = z.strictObject(FILTERS);

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

export const giftsReply = samePageReply("gifts", GiftView, presentGift);

export const escrowReply = sameListReply(
  "totals",
  z.object({ currency: z.string(), gifts: z.int().min(1), amountCents: Sum }),
);

/** Columns of the gift file, from left to right. */
export const GIFT_COLUMNS = {
  Status: ({ status }: ListedGift) => status,
  From: ({ senderEmail }: ListedGift) => senderEmail,
  To: ({ recipientEmail }: ListedGift) => recipientEmail,
  Currency: ({ currency }: ListedGift) => currency,
  Amount: ({ amountCents, currency }: ListedGift) => ({
    decimal: decimalText(amountCents, currency),
  }),
  "Amount in minor units": ({ amountCents }: ListedGift) => amountCents,
  "Sent (UTC)": ({ createdAt }: ListedGift) => iso(createdAt),
  "Delivery (UTC)": ({ deliverAt }: ListedGift) => iso(deliverAt),
  "Expires (UTC)": ({ expiresAt }: ListedGift) => iso(expiresAt),
  "Accepted or returned (UTC)": ({ settledAt }: ListedGift) => settledAt && iso(settledAt),
  "Card ends in": ({ cardLast4 }: ListedGift) => cardLast4,
  "Card ID": ({ cardId }: ListedGift) => cardId,
  "Recipient's card ID": ({ settledCardId, status }: ListedGift) =>
    status === "accepted" ? settledCardId : null,
  "Gift ID": ({ id }: ListedGift) => id,
};
