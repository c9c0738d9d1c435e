import { z } from "zod";
import type { Issued, StoreCredit } from "../store-credit/issue";
import { MovementA, presentMovementA } from "./card";
import { AmountCents, Currency, Email, Note } from "./fields";
import { type Shaped, shaped } from "./shapes";

const MAX_CENTS_B = 1_000_000;

const common = {
  email: Email,
  note: Note.optional(),
  source: z.enum(["manual", "refund", "referral", "promotion"]).default("manual"),
};

export const StoreCreditBody: Shaped<StoreCredit> = {
  A: z.strictObject({ ...common, amountCents: AmountCents, currency: Currency }),
  B: z.strictObject({
    ...common,
    amountCents: z.int().min(1).max(MAX_CENTS_B),
    currency: Currency.default("USD"),
  }),
};

export const storeCreditReply = shaped<Issued>()({
  A: [MovementA, presentMovementA],
  B: [
    z
      .strictObject({
        success: z.literal(true),
        walletId: z.uuid(),
        transactionId: z.uuid(),
        creditBalanceCents: z.int().min(0),
      })
      .meta({ id: "StoreCreditB" }),
    ({ walletId, transaction, card }) => ({
      success: true as const,
      walletId,
      transactionId: transaction.id,
      creditBalanceCents: card.balanceCents,
    }),
  ],
});
