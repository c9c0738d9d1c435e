import { CardParams } from "@/lib/api/contract/v1/card";
import { debitExample } from "@/lib/api/contract/v1/examples";
import { DebitBody, debitReply } from "@/lib/api/contract/v1/redemption";
import { post } from "@/lib/api/kernel/endpoint";
import { spend } from "@/lib/domain/cards/spend";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "debitCard",
  summary: "Redeem a card",
  description:
    "Deducts an amount from the card's balance. With `allowPartial`, redeems the available balance if it's less than the amount, and the response says how much is left to pay.",
  scope: "money:write",
  limit: "money",
  params: CardParams,
  body: DebitBody,
  reply: debitReply,
  refuses: ["not_found", "card_not_active", "card_frozen", "card_expired", "insufficient_balance"],
  example: debitExample,
  handle: (ctx, { params, body }) => spend(ctx, { cardId: params.uuid, ...body }),
});
