import { z } from "zod";
import type { OfferedGift } from "../consumers/offered-gift";
import type { SentGift } from "../consumers/wallet/gifts";
import type { TransferQuote } from "../consumers/wallet/transfers";
import { GIFT_STATUSES } from "../db/schema/gifts";
import { isTimeZone } from "../time-zone";
import type { Transfer } from "../transfers/transfer-record";
import { AmountCents, CalendarDate, CardCode, Email, iso, Note, Uuid } from "./fields";
import { inBoth, sameInBoth } from "./shapes";

export const SendGiftBody = inBoth(
  z
    .strictObject({
      cardUuid: Uuid,
      amountCents: AmountCents.optional(),
      recipientEmail: Email,
      message: Note.optional(),
      deliverOn: CalendarDate.optional(),
      timeZone: z.string().refine(isTimeZone, "must be an IANA time zone").optional(),
    })
    .transform(({ cardUuid, ...gift }) => ({ ...gift, cardId: cardUuid })),
);

const gift = {
  storeName: z.string(),
  amountCents: z.int().min(1),
  currency: z.string(),
  recipientEmail: z.string(),
  message: z.string().nullable(),
  status: z.enum(GIFT_STATUSES),
  expiresAt: z.iso.datetime(),
};

export const SentGiftView = z.strictObject({
  id: z.uuid(),
  cardUuid: z.uuid(),
  timeZone: z.string(),
  ...gift,
  deliverAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});

const presentSent = ({
  id,
  cardId,
  timeZone,
  ...sent
}: SentGift): z.input<typeof SentGiftView> => ({
  id,
  cardUuid: cardId,
  timeZone,
  storeName: sent.storeName,
  amountCents: sent.amountCents,
  currency: sent.currency,
  recipientEmail: sent.recipientEmail,
  message: sent.message,
  status: sent.status,
  deliverAt: iso(sent.deliverAt),
  expiresAt: iso(sent.expiresAt),
  settledAt: sent.settledAt && iso(sent.settledAt),
  createdAt: iso(sent.createdAt),
});

export const sentGiftReply = sameInBoth(SentGiftView, presentSent);

export const sentGiftsReply = sameInBoth(
  z.strictObject({ gifts: z.array(SentGiftView) }),
  (gifts: SentGift[]) => ({ gifts: gifts.map(presentSent) }),
);

export const OfferedGiftView = z.strictObject({ ...gift, senderEmail: z.string() });

export const offeredGiftReply = sameInBoth(OfferedGiftView, (offered: OfferedGift) => ({
  storeName: offered.storeName,
  amountCents: offered.amountCents,
  currency: offered.currency,
  recipientEmail: offered.recipientEmail,
  message: offered.message,
  status: offered.status,
  expiresAt: iso(offered.expiresAt),
  senderEmail: offered.senderEmail,
}));

const between = {
  fromCardUuid: Uuid,
  toCardUuid: Uuid.optional(),
  toCode: CardCode.optional(),
  amountCents: AmountCents,
};

type Given = { fromCardUuid: string; toCardUuid?: string | undefined; toCode?: string | undefined };

function ofDomain<T extends Given>(
  { fromCardUuid, toCardUuid, ...rest }: T,
  context: z.RefinementCtx<T>,
) {
  if ((toCardUuid === undefined) === (rest.toCode === undefined)) {
    const message = "give either toCode or toCardUuid";
    context.addIssue({ code: "custom", path: ["toCode"], message });
  }
  return { ...rest, fromCardId: fromCardUuid, toCardId: toCardUuid };
}

export const QuoteTransferBody = inBoth(z.strictObject(between).transform(ofDomain));

export const TransferOwnBody = inBoth(
  z.strictObject({ ...between, quoteId: z.string().max(300).optional() }).transform(ofDomain),
);

export const TransferQuoteView = z.strictObject({
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
  expiresAt: z.iso.datetime().nullable(),
});

export const transferQuoteReply = sameInBoth(
  TransferQuoteView,
  ({ expiresAt, ...quote }: TransferQuote) => ({
    ...quote,
    expiresAt: expiresAt && iso(expiresAt),
  }),
);

export const OwnTransferView = z.strictObject({
  id: z.uuid(),
  amountCents: z.int(),
  currency: z.string(),
  arrivedCents: z.int(),
  arrivedCurrency: z.string(),
});

export const ownTransferReply = sameInBoth(
  OwnTransferView,
  ({ transfer }: { transfer: Transfer }) => ({
    id: transfer.id,
    amountCents: transfer.amountCents,
    currency: transfer.currency,
    arrivedCents: transfer.counterAmountCents,
    arrivedCurrency: transfer.counterCurrency,
  }),
);
