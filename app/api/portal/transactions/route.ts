import { movementsReply, SearchMovementsQuery } from "@/lib/contract/movement";
import { searchTransactions } from "@/lib/history/search-transactions";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Search the store's movements, newest first, with their cards and who made them.",
    scope: "store:read",
    query: SearchMovementsQuery,
    reply: movementsReply,
    handle: (ctx, { query }) => searchTransactions(ctx, query),
  }),
});
