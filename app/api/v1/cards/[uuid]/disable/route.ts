import { disable } from "@/lib/cards/disable";
import { CardParams, cardReply } from "@/lib/contract/card";
import { DisableBody } from "@/lib/contract/card-state";
import { disableExample } from "@/lib/contract/examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "disableCard",
  summary: "Disable a card",
  description:
    "Permanent. The card accepts no more transactions, and its holds are released. A remaining balance can't be redeemed, " +
    "but stays outstanding unless you write it off. To move the balance to a new card, replace the card instead of disabling it.",
  scope: "cards:write",
  params: CardParams,
  body: DisableBody,
  reply: cardReply,
  refuses: ["not_found", "card_not_active", "card_already_disabled"],
  example: disableExample,
  handle: (ctx, { params, body }) => disable(ctx, { cardId: params.uuid, ...body }),
});
