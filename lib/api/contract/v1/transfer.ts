import { z } from "zod";
import {
  AmountCents,
  CardCode,
  Currency,
  iso,
  ShownInstant,
  Uuid,
  wholeNumber,
} from "@/lib/api/contract/fields";
import { NOTED_FIELDS } from "@/lib/api/contract/metadata";
import { inBothShapes, sameReply, shapedReply, withCardUuid } from "@/lib/api/contract/shapes";
import { MAX_CENTS } from "@/lib/base/money";
import { TRANSFER_DIRECTIONS } from "@/lib/db/schema/transfers";
import type { Quote } from "@/lib/domain/fx/quote";
import type { Transfer } from "@/lib/domain/transfers/read";
import type { Transferred } from "@/lib/domain/transfers/transfer";
import { CurrencyView, MovementA, MovementB, presentMovementA, presentMovementB } from "./card";

export const FxRateQuery = z.strictObject({
  from: Currency,
  to: Currency,
  amountCents: wholeNumber(1, MAX_CENTS).optional().meta({
    description: "The amount to convert, in minor units of `from`.",
    type: "integer",
    minimum: 1,
  }),
});

/** A card at the other store of a transfer. */
export const TransferEndView = z.object({ store: z.string(), last4: z.string() });

const FxRateView = z
  .strictObject({
    from: CurrencyView,
    to: CurrencyView.meta({ example: "EUR" }),
    rate: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .meta({ description: "Units of `to` per unit of `from`.", example: "0.934142924" }),
    asOf: z.iso.date().meta({ description: "The date of the rates." }),
    source: z.string().meta({ example: "European Central Bank" }),
    stale: z.boolean().meta({ description: "Whether the rates are more than 4 days old." }),
    quoteId: z
      .string()
      .meta({ description: "Send this with a transfer to use this rate until the quote expires." }),
    expiresAt: z.iso.datetime(),
    amountCents: z.int().optional(),
    convertedAmountCents: z.int().optional().meta({ description: "In minor units of `to`." }),
  })
  .meta({ id: "FxRate" });

const presentRate = ({ expiresAt, ...quote }: Quote) => ({ ...quote, expiresAt: iso(expiresAt) });

export const fxRateReply = shapedReply<Quote>()({
  A: [FxRateView, presentRate],
  B: [FxRateView, presentRate],
});

/** An id that isn't a UUID returns 404 (parseParams). */
export const TransferParams = z.strictObject({ id: Uuid });

export const TransferBody = inBothShapes(
  z
    .strictObject({
      fromCardUuid: Uuid.meta({ description: "A card at your store." }),
      toCode: CardCode.meta({ description: "The code of a card at another store." }),
      amountCents: AmountCents,
      quoteId: z.string().max(300).optional().meta({
        description: "The ID of a quote from `GET /transfers/fx-rate`, to use the quote's rate.",
      }),
      ...NOTED_FIELDS,
    })
    .transform(({ fromCardUuid, ...order }) => ({ ...order, fromCardId: fromCardUuid })),
);

const Cents = z.int().min(1);

/** One store's side of a transfer, the same in both shapes. */
export const TransferView = z
  .object({
    id: z.uuid(),
    direction: z.enum(TRANSFER_DIRECTIONS),
    cardUuid: z.uuid().meta({ description: "Your store's card." }),
    transactionId: z.uuid(),
    amountCents: Cents.meta({
      description: "The amount sent from your card, or received on it.",
      example: 2500,
    }),
    currency: CurrencyView,
    counterAmountCents: Cents.meta({
      description: "The amount received on the other card, or sent from it.",
      example: 2335,
    }),
    counterCurrency: z.string().meta({ example: "EUR" }),
    rate: z.string().nullable().meta({
      description: "Units of the receiving currency per unit of the sending currency.",
      example: "0.934142923867",
    }),
    rateAsOf: z.iso.date().nullable(),
    createdAt: ShownInstant,
  })
  .meta({ id: "Transfer" });

const presentTransfer = (transfer: Transfer) => TransferView.parse(withCardUuid(transfer));

export const transferReply = sameReply(TransferView, ({ transfer }: { transfer: Transfer }) =>
  withCardUuid(transfer),
);

const transferField = { transfer: TransferView };

export const transferredReply = shapedReply<Transferred>()({
  A: [
    z.strictObject({ ...MovementA.shape, ...transferField }),
    (moved, reader) => ({
      ...presentMovementA(moved, reader),
      transfer: presentTransfer(moved.transfer),
    }),
  ],
  B: [
    z.strictObject({ ...MovementB.shape, ...transferField }),
    (moved, reader) => ({
      ...presentMovementB(moved, reader),
      transfer: presentTransfer(moved.transfer),
    }),
  ],
});
