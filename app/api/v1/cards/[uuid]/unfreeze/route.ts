import { CardParams, cardReply } from "@/lib/api/contract/v1/card";
import { unfreezeExample } from "@/lib/api/contract/v1/card-state-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { unfreeze } from "@/lib/domain/cards/freeze";

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
