import { disable } from "@/lib/cards/disable";
import { CardParams, cardReply } from "@/lib/contract/card";
import { disableExample } from "@/lib/contract/examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Disable a card permanently.",
  description: "The card allows no more transactions. A remaining balance can't be redeemed.",
  scope: "cards:write",
  params: CardParams,
  reply: cardReply,
  refuses: ["not_found", "card_not_active", "card_already_disabled"],
  example: disableExample,
  handle: (ctx, { params }) => disable(ctx, { cardId: params.uuid }),
});
