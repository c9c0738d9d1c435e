import { spend } from "@/lib/cards/movements";
import { CardParams, debitReply, MovementBody } from "@/lib/contract/card";
import { debitExample } from "@/lib/contract/examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Remove balance from a card (point-of-sale redemption).",
  scope: "money:write",
  limit: "money",
  params: CardParams,
  body: MovementBody,
  reply: debitReply,
  refuses: ["not_found", "card_not_active", "card_expired", "insufficient_balance"],
  example: debitExample,
  handle: (ctx, { params, body }) => spend(ctx, { cardId: params.uuid, ...body }),
});
