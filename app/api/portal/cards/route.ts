import {
  CreateCardsBody,
  createdCardsReply,
  ListPortalCardsQuery,
  listedCardsReply,
} from "@/lib/api/contract/portal/cards";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { createMany } from "@/lib/domain/cards/create";
import { searchCards } from "@/lib/domain/cards/search";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    query: ListPortalCardsQuery,
    reply: listedCardsReply,
    handle: (ctx, { query }) => searchCards(ctx, query),
  }),
  POST: endpoint({
    scope: "store:manage",
    limit: "create",
    body: CreateCardsBody,
    status: 201,
    reply: createdCardsReply,
    handle: (ctx, { body }) => createMany(ctx, body),
  }),
});
