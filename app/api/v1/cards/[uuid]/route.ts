import { UpdateCardBody } from "@/lib/api/contract/metadata";
import { CardParams, cardReply, cardWithHistoryReply } from "@/lib/api/contract/v1/card";
import { readCardExample, updateCardExample } from "@/lib/api/contract/v1/examples";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { editMetadata } from "@/lib/domain/cards/edit-metadata";
import { readCard } from "@/lib/domain/transactions/read-card";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    operationId: "getCard",
    summary: "Get a card",
    description: "Includes the card's balance and latest transactions.",
    scope: "cards:read",
    params: CardParams,
    reply: cardWithHistoryReply,
    refuses: ["not_found"],
    example: readCardExample,
    handle: (ctx, { params }) => readCard(ctx, { cardId: params.uuid }),
  }),
  PATCH: endpoint({
    operationId: "updateCard",
    summary: "Update a card",
    description:
      "Updates the card's metadata. Sets the pairs you send, removes pairs whose value is null or empty, and keeps the others. Works for cards in any status.",
    scope: "cards:write",
    params: CardParams,
    body: UpdateCardBody,
    reply: cardReply,
    refuses: ["not_found"],
    example: updateCardExample,
    handle: (ctx, { params, body }) => editMetadata(ctx, { cardId: params.uuid, ...body }),
  }),
});
