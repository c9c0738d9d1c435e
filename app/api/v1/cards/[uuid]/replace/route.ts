import { CardParams } from "@/lib/api/contract/v1/card";
import { ReplaceBody, replaceReply } from "@/lib/api/contract/v1/card-state";
import { replaceExample } from "@/lib/api/contract/v1/card-state-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { type Replaced, replace } from "@/lib/domain/cards/replace";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "replaceCard",
  summary: "Replace a card",
  description:
    "Moves the balance of a lost card to a new, active card, and disables the old card in one step. The new card keeps " +
    "the old card's consumer, expiration date, batch, PIN, metadata and holds. The old card's `replacedBy` is the new " +
    "card's ID. The response contains the new card's full code and the old card's masked " +
    "code. You can also replace a frozen or expired card. The two transactions, `transfer_out` and " +
    "`transfer_in`, have the source `replacement` and share a `transferId`.",
  scope: "cards:write",
  alsoScope: "money:write",
  createdBy: ({ createdBy }: Replaced) => createdBy,
  limit: "create",
  params: CardParams,
  body: ReplaceBody,
  status: 201,
  location: ({ card }) => `/cards/${card.id}`,
  reply: replaceReply,
  refuses: ["not_found", "card_not_active"],
  example: replaceExample,
  handle: (ctx, { params, body }) => replace(ctx, { cardId: params.uuid, ...body }),
});
