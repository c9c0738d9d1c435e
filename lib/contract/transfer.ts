import { z } from "zod";
import { TRANSFER_DIRECTIONS } from "../db/schema/transfers";
import type { RefusalCode } from "../errors";
import type { Quote } from "../fx/quote";
import { MAX_CENTS } from "../money";
import type { TransferOrder, Transferred } from "../transfers/transfer";
import type { Transfer } from "../transfers/transfer-record";
import { MovementA, MovementB, presentMovementA, presentMovementB } from "./card";
import { AmountCents, CardCode, Currency, iso, Uuid, wholeNumber } from "./fields";
import { inBoth, type Shaped, sameInBoth, shaped } from "./shapes";

export const FxRateQuery = z.strictObject({
  from: Currency,
  to: Currency,
  amountCents: wholeNumber(1, MAX_CENTS).optional().meta({
    description: "To be converted, in minor units of `from`.",
    type: "integer",
    minimum: 1,
  }),
});

const FxRateView = z
  .strictObject({
    from: z.string().meta({ example: "USD" }),
    to: z.string().meta({ example: "EUR" }),
    rate: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .meta({ description: "Units of `to` for one of `from`.", example: "0.934142924" }),
    asOf: z.iso.date().meta({ description: "The day of the rates." }),
    source: z.string().meta({ example: "European Central Bank" }),
    stale: z.boolean().meta({ description: "Whether the rates are older than four days." }),
    quoteId: z.string().meta({ description: "Holds this rate for a transfer until it expires." }),
    expiresAt: z.iso.datetime(),
    amountCents: z.int().optional(),
    convertedAmountCents: z.int().optional().meta({ description: "In minor units of `to`." }),
  })
  .meta({ id: "FxRate" });

export const fxRateReply = sameInBoth(FxRateView, ({ expiresAt, ...quote }: Quote) => ({
  ...quote,
  expiresAt: iso(expiresAt),
}));

/** What is not a uuid names no transfer: a 404 (parseParams). */
export const TransferParams = z.strictObject({ id: Uuid });

export const TransferBody: Shaped<Omit<TransferOrder, "ownerId">> = inBoth(
  z
    .strictObject({
      fromCardUuid: Uuid.meta({ description: "A card of your own." }),
      toCode: CardCode.meta({ description: "The code of a card at another store." }),
      amountCents: AmountCents,
      quoteId: z
        .string()
        .max(300)
        .optional()
        .meta({ description: "Of `GET /transfers/fx-rate`, to transfer at that rate." }),
    })
    .transform(({ fromCardUuid, ...order }) => ({ ...order, fromCardId: fromCardUuid })),
);

const Cents = z.int().min(1);

/** What a transfer may be refused with, by API and wallet. */
export const TRANSFER_REFUSALS = [
  "not_found",
  "transfers_not_enabled",
  "card_not_active",
  "card_expired",
  "rate_stale",
  "currency_mismatch",
  "insufficient_balance",
  "balance_limit_exceeded",
] as const satisfies RefusalCode[];

/** One store's side; the same in both shapes. */
export const TransferView = z
  .strictObject({
    id: z.uuid(),
    direction: z.enum(TRANSFER_DIRECTIONS),
    cardUuid: z.uuid().meta({ description: "Your own card." }),
    transactionId: z.uuid(),
    amountCents: Cents.meta({ description: "What left or reached your card.", example: 2500 }),
    currency: z.string().meta({ example: "USD" }),
    counterAmountCents: Cents.meta({
      description: "What reached or left the other card.",
      example: 2335,
    }),
    counterCurrency: z.string().meta({ example: "EUR" }),
    rate: z.string().nullable().meta({
      description: "Units of the receiving currency for one of the sending.",
      example: "0.934142923867",
    }),
    rateAsOf: z.iso.date().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Transfer" });

export const presentTransfer = (transfer: Transfer): z.input<typeof TransferView> => ({
  id: transfer.id,
  direction: transfer.direction,
  cardUuid: transfer.cardId,
  transactionId: transfer.transactionId,
  amountCents: transfer.amountCents,
  currency: transfer.currency,
  counterAmountCents: transfer.counterAmountCents,
  counterCurrency: transfer.counterCurrency,
  rate: transfer.rate,
  rateAsOf: transfer.rateAsOf,
  createdAt: iso(transfer.createdAt),
});

export const transferReply = sameInBoth(TransferView, ({ transfer }: { transfer: Transfer }) =>
  presentTransfer(transfer),
);

const withTransfer = { transfer: TransferView };

export const transferredReply = shaped<Transferred>()({
  A: [
    z.strictObject({ ...MovementA.shape, ...withTransfer }),
    (moved, reader) => ({
      ...presentMovementA(moved, reader),
      transfer: presentTransfer(moved.transfer),
    }),
  ],
  B: [
    z.strictObject({ ...MovementB.shape, ...withTransfer }),
    (moved, reader) => ({
      ...presentMovementB(moved, reader),
      transfer: presentTransfer(moved.transfer),
    }),
  ],
});
