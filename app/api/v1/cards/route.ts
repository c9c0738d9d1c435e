import { CreateCardBody, cardReply, cardsReply, ListCardsQuery } from "@/lib/api/contract/v1/card";
import { createExample, listCardsExample } from "@/lib/api/contract/v1/examples";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { type CreatedCard, create } from "@/lib/domain/cards/create";
import { listCards } from "@/lib/domain/cards/list";
import { listUpdatedCards } from "@/lib/domain/cards/list-updated";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    operationId: "listCards",
    summary: "List cards",
    scope: "cards:read",
    query: ListCardsQuery,
    reply: cardsReply,
    example: listCardsExample,
    description:
      "With `updatedSince`, returns only cards that changed at or after that time, oldest change first. `total` is then null unless all cards fit on the first page. Placing or ending a hold doesn't count as a change. To keep a copy of your cards up to date, send the time of your previous request minus 1 minute.",
    handle: (ctx, { query: { updatedSince, ...query } }) =>
      updatedSince ? listUpdatedCards(ctx, { ...query, updatedSince }) : listCards(ctx, query),
  }),
  POST: endpoint({
    operationId: "createCard",
    summary: "Create a card",
    description: "The card is inactive and has a balance of 0 until you activate it.",
    scope: "cards:write",
    createdBy: ({ createdBy }: CreatedCard) => createdBy,
    limit: "create",
    body: CreateCardBody,
    status: 201,
    location: ({ card }: CreatedCard) => `/cards/${card.id}`,
    reply: cardReply,
    example: createExample,
    handle: (ctx, { body }) => create(ctx, body),
  }),
});
