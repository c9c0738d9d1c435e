import { editMetadata } from "@/lib/cards/edit-metadata";
import { CardParams, cardReply, cardWithHistoryReply } from "@/lib/contract/card";
import { readCardExample, updateCardExample } from "@/lib/contract/examples";
import { UpdateCardBody } from "@/lib/contract/metadata";
import { readCard } from "@/lib/history/read-card";
import { endpoint, resource } from "@/lib/http/endpoint";

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
