import { unfreeze } from "@/lib/cards/freeze";
import { CardParams, cardReply } from "@/lib/contract/card";
import { unfreezeExample } from "@/lib/contract/card-state-examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "unfreezeCard",
  summary: "Unfreeze a card",
  description: "Has no effect on a card that isn't frozen.",
  scope: "cards:write",
  params: CardParams,
  reply: cardReply,
  refuses: ["not_found", "card_not_active"],
  example: unfreezeExample,
  handle: (ctx, { params }) => unfreeze(ctx, { cardId: params.uuid }),
});
