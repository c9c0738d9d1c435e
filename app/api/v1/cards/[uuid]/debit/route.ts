import { spend } from "@/lib/cards/movements";
import { CardParams } from "@/lib/contract/card";
import { debitExample } from "@/lib/contract/examples";
import { DebitBody, debitReply } from "@/lib/contract/redemption";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Remove balance from a card (point-of-sale redemption).",
  description:
    "With `allowPartial`, takes what is available if that is less than the amount, and says what is left to pay.",
  scope: "money:write",
  limit: "money",
  params: CardParams,
  body: DebitBody,
  reply: debitReply,
  refuses: ["not_found", "card_not_active", "card_frozen", "card_expired", "insufficient_balance"],
  example: debitExample,
  handle: (ctx, { params, body }) => spend(ctx, { cardId: params.uuid, ...body }),
});
