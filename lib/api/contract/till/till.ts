import { z } from "zod";
import {
  AmountCents,
  CalendarDate,
  CURSOR_PAGING_FIELDS,
  Email,
  IDEMPOTENCY_KEY,
  ShownInstant,
  StoreCardCode,
  Sum,
  Uuid,
} from "@/lib/api/contract/fields";
import { StoreBrandView } from "@/lib/api/contract/portal/branding";
import { inBothShapes, sameListReply, samePageReply, sameReply } from "@/lib/api/contract/shapes";
import { CARD_STATUSES } from "@/lib/db/schema/cards";
import { TILL_KINDS } from "@/lib/db/schema/till";
import { RECEIPT_NUMBER } from "@/lib/domain/till/receipt-number";

const NamedView = z.object({ id: z.guid(), name: z.string() });

export const PairBody = inBothShapes(
  z.strictObject({
    /** As typed: case, spaces and dashes don't matter. */
    code: z.string().trim().min(1).max(40),
  }),
);

/** 4 to 8 digits. */
export const TillPin = z.string().regex(/^\d{4,8}$/, "must be 4 to 8 digits");

export const TillSignInBody = inBothShapes(
  z.strictObject({
    cashierId: Uuid,
    // Any text is a guess: a PIN of the wrong form must not look different from a wrong PIN.
    pin: z.string().max(40),
  }),
);

/** A cashier's time at the till. Requests name it as `Scrip-Till`. */
const TillSessionView = z.object({
  id: z.guid(),
  cashier: NamedView,
  /** When the till locks itself if nothing happens until then. */
  locksAt: ShownInstant,
});

const TillDeviceView = z.object({
  device: NamedView,
  store: z.object({
    id: z.guid(),
    ...StoreBrandView.shape,
    currency: z.string(),
    timeZone: z.string(),
    /** What the scanner sends before a code; null for nothing. */
    scanPrefix: z.string().nullable(),
    /** Larger amounts in the store's currency are entered twice; null for the default. */
    usualAmountCents: z.int().nullable(),
    isTest: z.boolean(),
  }),
  /** Who can enter their PIN, by name. */
  cashiers: z.array(NamedView),
  /** The session that the request named; null while the till is locked, and for any other browser. */
  session: TillSessionView.nullable(),
});

export const tillDeviceReply = sameReply(TillDeviceView);

/** The till that the browser is; `device` is null for a browser that is none. */
export const tillOfBrowserReply = sameReply(
  z.union([TillDeviceView, z.object({ device: z.null() })]),
);

export const tillSessionReply = sameReply(z.object({ session: TillSessionView }));

const TillCardView = z.object({
  uuid: z.guid(),
  last4: z.string(),
  currency: z.string(),
  balanceCents: z.int().min(0),
  availableCents: z.int().min(0),
  status: z.enum(CARD_STATUSES),
  frozen: z.boolean(),
  expiresOn: z.iso.date().nullable(),
  expired: z.boolean(),
  /** What an inactive card is sold for, as printed on it; null for any amount. */
  denominationCents: z.int().nullable(),
});

/** A movement as its receipt shows it. */
const ReceiptView = z.object({
  transactionId: z.guid(),
  /** What the receipt is found by; null for a movement that wasn't made at a till. */
  number: z.string().nullable(),
  /** Null for a movement that no till makes, such as a transfer. */
  kind: z.enum(TILL_KINDS).nullable(),
  /** The kind of what it reverses; null for anything but a reversal. */
  reversedKind: z.enum(TILL_KINDS).nullable(),
  /** Whether the amount was added to the card. */
  incoming: z.boolean(),
  amountCents: z.int().min(1),
  /** What was to be paid; null if the card had to cover all of it. */
  requestedAmountCents: z.int().nullable(),
  /** What is left to pay another way; null like `requestedAmountCents`. */
  remainingAmountCents: z.int().nullable(),
  currency: z.string(),
  balanceAfterCents: z.int().min(0),
  card: z.object({ uuid: z.guid(), last4: z.string(), expiresOn: z.iso.date().nullable() }),
  /** The code of a new digital card, for the cashier who sold it; null otherwise. */
  code: z.string().nullable(),
  at: ShownInstant,
  cashier: z.string().nullable(),
  device: z.string().nullable(),
  /** What can still be refunded; 0 for anything but a redemption. */
  refundableCents: z.int().min(0),
  /** What was refunded so far, and whether it was reversed. */
  refundedCents: z.int().min(0),
  reversed: z.boolean(),
  /** Whether it can be reversed in full. */
  reversible: z.boolean(),
  /** The receipt that this one refunds or reverses. */
  originalTransactionId: z.guid().nullable(),
});

export const FindTillCardBody = inBothShapes(z.strictObject({ code: StoreCardCode }));
export const TillCardParams = z.strictObject({ uuid: Uuid });

/** A card with its 10 newest movements. */
export const tillCardReply = sameReply(
  z.object({ card: TillCardView, receipts: z.array(ReceiptView) }),
);

const ReceiptNumber = z.string().regex(RECEIPT_NUMBER, "must be a receipt number");

export const TillLoadBody = inBothShapes(
  z.strictObject({ amountCents: AmountCents, receiptNumber: ReceiptNumber }),
);

export const TillSaleBody = inBothShapes(
  z.strictObject({
    amountCents: AmountCents,
    /** The customer, who gets the card by email. */
    email: Email.optional(),
    receiptNumber: ReceiptNumber,
  }),
);

export const TillRedemptionBody = inBothShapes(
  z.strictObject({
    /** What is to be paid. If the card has less, all of it is taken, and the rest is left to pay. */
    amountCents: AmountCents,
    receiptNumber: ReceiptNumber,
  }),
);

export const TillRefundBody = inBothShapes(
  z.strictObject({
    /** The redemption to refund. */
    transactionId: Uuid,
    amountCents: AmountCents,
    receiptNumber: ReceiptNumber,
  }),
);

export const TillReversalBody = inBothShapes(
  z.strictObject({ transactionId: Uuid, receiptNumber: ReceiptNumber }),
);

/** Every operation at the till returns what its receipt shows, and the card after it. */
export const tillReceiptReply = sameReply(z.object({ receipt: ReceiptView, card: TillCardView }));

export const FindReceiptBody = inBothShapes(z.strictObject({ number: ReceiptNumber }));
export const ReceiptParams = z.strictObject({ transactionId: Uuid });
export const MailReceiptBody = inBothShapes(z.strictObject({ email: Email }));
export const receiptsReply = sameListReply("receipts", ReceiptView);

export const TillOutcomeParams = z.strictObject({
  key: z.string().regex(IDEMPOTENCY_KEY.pattern, IDEMPOTENCY_KEY.error),
});
/** The receipt number that the request has, by which it is found later than 24 hours after it. */
const RECEIPT_OF_REQUEST = z.strictObject({ receiptNumber: ReceiptNumber });
export const TillOutcomeQuery = RECEIPT_OF_REQUEST;
export const CancelTillRequestBody = inBothShapes(RECEIPT_OF_REQUEST);

/**
 * What became of a request with this Idempotency-Key. "unknown": it didn't arrive yet, and still can, until it
 * is cancelled.
 */
export const tillOutcomeReply = sameReply(
  z.object({
    state: z.enum(["completed", "refused", "cancelled", "unknown"]),
    receipt: ReceiptView.nullable(),
    /** The error code and its message, if it was refused. */
    error: z.string().nullable(),
    message: z.string().nullable(),
  }),
);

const TotalsRow = z.object({
  cashier: NamedView,
  device: NamedView,
  kind: z.enum(TILL_KINDS),
  currency: z.string(),
  count: z.int(),
  amountCents: Sum,
  /** What these movements left to pay another way; null in reports of earlier releases, which don't say. */
  restCents: Sum.nullable().default(null),
});
const TillTotalsView = z.array(TotalsRow);

/** What was done at this device since its last closing, by cashier. */
export const tillTotalsReply = sameReply(
  z.object({
    /** The number that the next closing gets. */
    number: z.int(),
    /** When the last closing was made; null before the first. */
    since: ShownInstant.nullable(),
    totals: TillTotalsView,
  }),
);

export const TillClosingBody = inBothShapes(
  z.strictObject({
    /** The number of the closing, as the till shows it. Sent twice, it returns the same closing. */
    number: z.int().min(1),
  }),
);

export const TillClosingView = z.object({
  number: z.int(),
  device: NamedView,
  cashier: NamedView,
  closedAt: ShownInstant,
  totals: TillTotalsView,
});
export const tillClosingReply = sameReply(z.object({ closing: TillClosingView }));
export const tillClosingsReply = sameListReply("closings", TillClosingView);

export const TillDayQuery = z.strictObject({
  /** In the store's time zone. */
  day: CalendarDate,
});

/** A day's totals of all devices, by cashier. */
export const tillDayReply = sameListReply("totals", TotalsRow);

export const TillClosingsQuery = z.strictObject(CURSOR_PAGING_FIELDS);

/** A page of the closings of all devices, newest first. */
export const tillClosingsPageReply = samePageReply(
  "closings",
  TillClosingView,
  (closing: z.input<typeof TillClosingView>) => closing,
);
