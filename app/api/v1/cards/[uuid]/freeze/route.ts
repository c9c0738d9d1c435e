import { freeze } from "@/lib/cards/freeze";
import { CardParams, cardReply } from "@/lib/contract/card";
import { FreezeBody } from "@/lib/contract/card-state";
import { freezeExample } from "@/lib/contract/card-state-examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Freeze a card for a time.",
  description:
    "Nothing can be taken from a frozen card: debits, transfers and gifts return `card_frozen`. Money can " +
    "still be added. The status stays `active`, and there is no event. A card that is frozen already " +
    "gets the new reason, if you send one.",
  scope: "cards:write",
  params: CardParams,
  body: FreezeBody,
  reply: cardReply,
  refuses: ["not_found", "card_not_active"],
  example: freezeExample,
  handle: (ctx, { params, body }) => freeze(ctx, { cardId: params.uuid, ...body }),
});
