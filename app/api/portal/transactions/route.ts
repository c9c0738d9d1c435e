import { movementsReply, SearchMovementsQuery } from "@/lib/contract/movement";
import { searchTransactions } from "@/lib/history/search-transactions";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: SearchMovementsQuery,
  reply: movementsReply,
  handle: (ctx, { query }) => searchTransactions(ctx, query),
});
