import { ReversalBody, reversalExample, reversalReply } from "@/lib/api/contract/v1/reversal";
import { post } from "@/lib/api/kernel/endpoint";
import { reverse } from "@/lib/domain/cards/reverse";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "createReversal",
  summary: "Reverse a transaction",
  description:
    "Reverses a load or a redemption once, in full. To reverse a request that you didn't get a response to, send its Idempotency-Key as `idempotencyKey`. If that request moved no money, the reversal returns 200 `nothing_to_reverse`, and the request returns 409 `idempotency_key_voided` if it arrives later. You can send `idempotencyKey` for 24 hours after the request. After that, send the `transactionId`.",
  scope: "money:write",
  limit: "money",
  body: ReversalBody,
  status: 201,
  location: (result) =>
    result.outcome === "reversed" ? `/transactions/${result.transaction.id}` : undefined,
  otherStatus: {
    status: 200,
    description: "There was nothing to reverse.",
    example: { outcome: "nothing_to_reverse" },
    applies: ({ outcome }) => outcome === "nothing_to_reverse",
  },
  reply: reversalReply,
  refuses: [
    "not_found",
    "already_reversed",
    "not_reversible",
    "card_not_active",
    "card_frozen",
    "refund_exceeds_original",
    "insufficient_balance",
    "balance_limit_exceeded",
  ],
  example: reversalExample,
  handle: (ctx, { body }) => reverse(ctx, body),
});
