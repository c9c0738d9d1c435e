import { ActivateBody, CardParams, cardReply } from "@/lib/api/contract/v1/card";
import { activateExample } from "@/lib/api/contract/v1/examples";
import { post } from "@/lib/api/kernel/endpoint";
import { activate } from "@/lib/domain/cards/activate";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "activateCard",
  summary: "Activate a card",
  description: "Adds the initial balance to a card when you sell it.",
  scope: "money:write",
  limit: "activate",
  params: CardParams,
  body: ActivateBody,
  reply: cardReply,
  refuses: [
    "not_found",
    "card_already_active",
    "card_not_active",
    "currency_mismatch",
    "card_already_claimed",
    "amount_not_allowed",
  ],
  example: activateExample,
  handle: (ctx, { params, body }) => activate(ctx, { cardId: params.uuid, ...body }),
});
