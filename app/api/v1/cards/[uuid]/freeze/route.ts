import { freeze } from "@/lib/cards/freeze";
import { CardParams, cardReply } from "@/lib/contract/card";
import { FreezeBody } from "@/lib/contract/card-state";
import { freezeExample } from "@/lib/contract/card-state-examples";
import { post } from "@/lib/http/endpoint";

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
