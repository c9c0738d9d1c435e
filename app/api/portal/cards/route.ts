import { createMany } from "@/lib/cards/create";
import { searchCards } from "@/lib/cards/search";
import {
  CreateCardsBody,
  createdCardsReply,
  ListPortalCardsQuery,
  listedCardsReply,
} from "@/lib/contract/portal-cards";
import { endpoint, resource } from "@/lib/http/endpoint";

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
