import { z } from "zod";
import { exactlyOne, inBothShapes, type Reader, shapedReply } from "@/lib/api/contract/shapes";
import type { MovementResult } from "@/lib/ledger/post/records";
import {
  AvailableCents,
  availableCentsOf,
  BalanceCents,
  byCodeFields,
  CurrencyView,
  MovementA,
  MovementB,
  movementFields,
  presentMovementA,
  presentMovementB,
  withCardId,
} from "./card";
import { AllowPartial, PARTIAL_FIELDS, presentPartial } from "./partial";

export const DebitBody = inBothShapes(
  z.strictObject({ ...movementFields, allowPartial: AllowPartial.optional() }),
);

export const RedeemBody = inBothShapes(
  z
    .strictObject({ ...byCodeFields, allowPartial: AllowPartial.optional() })
    .meta({
      ...exactlyOne("code", "cardUuid"),
      example: { code: "7KQM-2XWP-9RTB-HC4F", amountCents: 950, allowPartial: true },
    })
    .transform(withCardId),
);

const redemptionFields = { ...MovementA.shape, ...PARTIAL_FIELDS };

const RedemptionA = z.strictObject(redemptionFields);

const presentRedemptionA = (result: MovementResult, reader: Reader) => ({
  ...presentMovementA(result, reader),
  ...presentPartial(result.transaction, result.requestedAmountCents),
});

export const debitReply = shapedReply<MovementResult>()({
  A: [RedemptionA, presentRedemptionA],
  B: [
    z
      .strictObject({
        uuid: z.uuid(),
        previousBalanceCents: BalanceCents,
        newBalanceCents: BalanceCents,
        availableCents: AvailableCents,
        currency: CurrencyView,
        ...PARTIAL_FIELDS,
      })
      .meta({ id: "DebitB" }),
    ({ card, transaction, previousBalanceCents, requestedAmountCents }) => ({
      uuid: card.id,
      previousBalanceCents,
      newBalanceCents: card.balanceCents,
      availableCents: availableCentsOf(card),
      currency: card.currency,
      ...presentPartial(transaction, requestedAmountCents),
    }),
  ],
});

export const redeemReply = shapedReply<MovementResult>()({
  A: [RedemptionA, presentRedemptionA],
  B: [
    z.strictObject({ ...redemptionFields, ...MovementB.shape }),
    (result, reader) => ({
      ...presentMovementB(result, reader),
      ...presentPartial(result.transaction, result.requestedAmountCents),
    }),
  ],
});
