import { movementsReply, SearchMovementsQuery } from "@/lib/contract/movement";
import { searchTransactions } from "@/lib/history/search-transactions";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Search the store's movements, newest first, with their cards and who made them.",
    scope: "store:read",
    query: SearchMovementsQuery,
    reply: movementsReply,
    refuses: [],
    handle: (ctx, { query }) => searchTransactions(ctx, query),
  }),
});
