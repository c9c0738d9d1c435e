import { reverse } from "@/lib/cards/reverse";
import { ReversalBody, reversalExample, reversalReply } from "@/lib/contract/reversal";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Undo a transaction in full, or a request whose response you don't have.",
  description:
    "Reverses a load or a redemption once. With the `idempotencyKey` of a request, returns 200 and `nothing_to_reverse` if that request moved no money; if it arrives later, it is refused with 409 `idempotency_key_voided`. Both hold for 24 hours after the request: later, name the transaction.",
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
