import { z } from "zod";
import { IDEMPOTENCY_KEY, Note, ReferenceId, Uuid } from "@/lib/api/contract/fields";
import {
  type Example,
  exactlyOne,
  inBothShapes,
  type Reader,
  refuse,
  sameBody,
  shapedReply,
} from "@/lib/api/contract/shapes";
import type { ReversalResult } from "@/lib/domain/cards/reverse";
import type { Card } from "@/lib/ledger/post/records";
import { CardA, CardB, presentCardA, presentCardB } from "./card";
import { cardWith, redemption } from "./examples";
import { presentTransaction, TransactionView } from "./transaction";

export const IdempotencyKey = z
  .string()
  .regex(IDEMPOTENCY_KEY.pattern, IDEMPOTENCY_KEY.error)
  .meta({ description: "An Idempotency-Key that you used.", example: "receipt-10482" });

export const ReversalBody = inBothShapes(
  z
    .strictObject({
      transactionId: Uuid.optional(),
      idempotencyKey: IdempotencyKey.optional().meta({
        description: "The Idempotency-Key of the request to reverse, if you didn't get a response.",
        example: "receipt-10482",
      }),
      note: Note.optional(),
      referenceId: ReferenceId.optional(),
    })
    .meta(exactlyOne("transactionId", "idempotencyKey"))
    .superRefine(({ transactionId, idempotencyKey }, context) => {
      if ((transactionId === undefined) === (idempotencyKey === undefined)) {
        refuse(context, "transactionId", "send either transactionId or idempotencyKey");
      }
    }),
);

const IF_REVERSED = { description: "Present if the outcome is `reversed`." };

/** The response in one shape. Only the card differs. */
const reversalView = <C extends z.ZodType>(card: C) =>
  z.strictObject({
    outcome: z.enum(["reversed", "nothing_to_reverse"]).meta({
      description:
        "`nothing_to_reverse` means that the request with this key moved no money. If it arrives later, it does nothing.",
    }),
    card: card.optional().meta(IF_REVERSED),
    transaction: TransactionView.optional().meta(IF_REVERSED),
    reversedTransaction: TransactionView.optional().meta(IF_REVERSED),
  });

const presentWith =
  <C>(presentCard: (card: Card, reader: Reader) => C) =>
  (result: ReversalResult, reader: Reader) =>
    result.outcome === "nothing_to_reverse"
      ? { outcome: result.outcome }
      : {
          outcome: result.outcome,
          card: presentCard(result.card, reader),
          transaction: presentTransaction(result.transaction),
          reversedTransaction: presentTransaction(result.reversedTransaction),
        };

export const reversalReply = shapedReply<ReversalResult>()({
  A: [reversalView(CardA).meta({ id: "ReversalA" }), presentWith(presentCardA)],
  B: [reversalView(CardB).meta({ id: "ReversalB" }), presentWith(presentCardB)],
});

export const reversalExample: Example<ReversalResult> = {
  body: sameBody({ idempotencyKey: "receipt-10482", note: "Canceled at checkout" }),
  result: () => ({
    outcome: "reversed",
    card: cardWith({ balanceCents: 5_000, sequence: 3, updatedAt: "2026-01-31T12:04:31.118Z" }),
    transaction: {
      ...redemption,
      id: "0197a57f-1a2e-7c40-9d1b-6e7f8091a2b3",
      sequence: 3,
      type: "load",
      balanceAfterCents: 5_000,
      note: "Canceled at checkout",
      referenceId: null,
      source: "reversal",
      originalTransactionId: redemption.id,
      createdAt: "2026-01-31T12:04:31.118Z",
    },
    previousBalanceCents: 4_050,
    reversedTransaction: redemption,
  }),
};
