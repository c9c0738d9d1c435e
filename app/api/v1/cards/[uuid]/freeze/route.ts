import { CardParams, cardReply } from "@/lib/api/contract/v1/card";
import { FreezeBody } from "@/lib/api/contract/v1/card-state";
import { freezeExample } from "@/lib/api/contract/v1/card-state-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { freeze } from "@/lib/domain/cards/freeze";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "freezeCard",
  summary: "Freeze a card",
  description:
    "Stops a card until you unfreeze it. While a card is frozen, debits, transfers and gifts return `card_frozen`, but you can still add money. " +
    "The status stays `active`, and no webhook is sent. To change the reason, freeze the card again with a new one.",
  scope: "cards:write",
  params: CardParams,
  body: FreezeBody,
  reply: cardReply,
  refuses: ["not_found", "card_not_active"],
  example: freezeExample,
  handle: (ctx, { params, body }) => freeze(ctx, { cardId: params.uuid, ...body }),
});
