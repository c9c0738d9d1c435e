import { CardParams, cardReply } from "@/lib/api/contract/v1/card";
import { DisableBody } from "@/lib/api/contract/v1/card-state";
import { disableExample } from "@/lib/api/contract/v1/examples";
import { post } from "@/lib/api/kernel/endpoint";
import { disable } from "@/lib/domain/cards/disable";

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
