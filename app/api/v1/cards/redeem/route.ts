import { redeemExample } from "@/lib/api/contract/v1/examples";
import { RedeemBody, redeemReply } from "@/lib/api/contract/v1/redemption";
import { post } from "@/lib/api/kernel/endpoint";
import { redeem } from "@/lib/domain/cards/redeem";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "redeemCard",
  summary: "Redeem a card by code",
  description:
    "Finds a card by its code or UUID and redeems it. Tills that scan codes need only this request instead of a lookup and a debit. With `allowPartial`, redeems the available balance if it's less than the amount, and the response says how much is left to pay. Wrong codes count against the same limit as in `POST /cards/lookup`.",
  scope: "money:write",
  limit: "money",
  body: RedeemBody,
  reply: redeemReply,
  refuses: [
    "not_found",
    "card_not_active",
    "card_frozen",
    "card_expired",
    "currency_mismatch",
    "insufficient_balance",
  ],
  example: redeemExample,
  handle: (ctx, { body }) => redeem(ctx, body),
});
