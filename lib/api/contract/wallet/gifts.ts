import { z } from "zod";
import {
  AmountCents,
  CalendarDate,
  CardCode,
  Email,
  Note,
  ShownInstant,
  TimeZone,
  Uuid,
} from "@/lib/api/contract/fields";
import { StoreBrandView } from "@/lib/api/contract/portal/branding";
import { GiftDesignView } from "@/lib/api/contract/portal/gifts";
import { inBothShapes, refuse, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { GIFT_DESIGNS } from "@/lib/base/gift-designs";
import { isCleanText, isPlainText } from "@/lib/base/text";
import { GIFT_STATUSES } from "@/lib/db/schema/gifts";
import type { Transfer } from "@/lib/domain/transfers/read";
import type { SentGift } from "@/lib/domain/wallet/wallet/gifts";

const MAX_PERSON_NAME_CHARS = 60;

/** A person's name on a gift: one line. Empty counts as absent. */
const PersonName = z
  .string()
  .trim()
  .max(MAX_PERSON_NAME_CHARS)
  .refine(
    (name) => isCleanText(name) && isPlainText(name) && !/[\t\r\n]/.test(name),
    "must not contain control characters",
  )
  .transform((name) => name || undefined);

export const SendGiftBody = inBothShapes(
  z
    .strictObject({
      cardUuid: Uuid,
      amountCents: AmountCents.optional(),
      recipientEmail: Email,
      message: Note.optional(),
      senderName: PersonName.optional(),
      recipientName: PersonName.optional(),
      design: z.enum(GIFT_DESIGNS).optional(),
      deliverOn: CalendarDate.optional(),
      timeZone: TimeZone.optional(),
    })
    .transform(({ cardUuid, ...gift }) => ({ ...gift, cardId: cardUuid })),
);

const giftFields = {
  amountCents: z.int().min(1),
  currency: z.string(),
  recipientEmail: z.string(),
  message: z.string().nullable(),
  senderName: z.string().nullable(),
  recipientName: z.string().nullable(),
  design: GiftDesignView,
  status: z.enum(GIFT_STATUSES),
  expiresAt: ShownInstant,
};

const SentGiftView = z.object({
  id: z.guid(),
  cardUuid: z.guid(),
  storeName: z.string(),
  timeZone: z.string(),
  ...giftFields,
  deliverAt: ShownInstant,
  settledAt: ShownInstant.nullable(),
  createdAt: ShownInstant,
});

const presentSent = ({ cardId, ...sent }: SentGift) => ({ ...sent, cardUuid: cardId });

export const sentGiftReply = sameReply(SentGiftView, presentSent);

export const sentGiftsReply = sameListReply("gifts", SentGiftView, presentSent);

export const offeredGiftReply = sameReply(
  z.object({ store: StoreBrandView, ...giftFields, senderEmail: z.string() }),
);

const transferFields = {
  fromCardUuid: Uuid,
  toCardUuid: Uuid.optional(),
  toCode: CardCode.optional(),
  amountCents: AmountCents,
};

type TransferCardFields = {
  fromCardUuid: string;
  toCardUuid?: string | undefined;
  toCode?: string | undefined;
};

function toTransferOrder<T extends TransferCardFields>(
  { fromCardUuid, toCardUuid, ...rest }: T,
  context: z.RefinementCtx<T>,
) {
  if ((toCardUuid === undefined) === (rest.toCode === undefined)) {
    refuse(context, "toCode", "send either toCode or toCardUuid");
  }
  return { ...rest, fromCardId: fromCardUuid, toCardId: toCardUuid };
}

export const QuoteTransferBody = inBothShapes(
  z.strictObject(transferFields).transform(toTransferOrder),
);

export const TransferOwnBody = inBothShapes(
  z
    .strictObject({ ...transferFields, quoteId: z.string().max(300).optional() })
    .transform(toTransferOrder),
);

export const transferQuoteReply = sameReply(
  z.object({
    storeName: z.string(),
    last4: z.string(),
    from: z.string(),
    to: z.string(),
    amountCents: z.int(),
    arrivesCents: z.int(),
    rate: z.string().nullable(),
    asOf: z.iso.date().nullable(),
    stale: z.boolean(),
    quoteId: z.string().nullable(),
    expiresAt: ShownInstant.nullable(),
  }),
);

export const ownTransferReply = sameReply(
  z.object({
    id: z.guid(),
    amountCents: z.int(),
    currency: z.string(),
    arrivedCents: z.int(),
    arrivedCurrency: z.string(),
  }),
  ({ transfer }: { transfer: Transfer }) => ({
    ...transfer,
    arrivedCents: transfer.counterAmountCents,
    arrivedCurrency: transfer.counterCurrency,
  }),
);
