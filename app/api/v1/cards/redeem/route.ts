import { redeem } from "@/lib/cards/movements";
import { redeemExample } from "@/lib/contract/examples";
import { RedeemBody, redeemReply } from "@/lib/contract/redemption";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Redeem from a card by its code or uuid.",
  description:
    "For tills that scan codes: one request instead of a lookup and a debit. With `allowPartial`, takes what is available if that is less than the amount, and says what is left to pay. Wrong codes count towards the same limit as in `POST /cards/lookup`.",
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
