import { movementsReply, SearchMovementsQuery } from "@/lib/api/contract/portal/movement";
import { get } from "@/lib/api/kernel/endpoint";
import { searchTransactions } from "@/lib/domain/transactions/search-transactions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: SearchMovementsQuery,
  reply: movementsReply,
  handle: (ctx, { query }) => searchTransactions(ctx, query),
});
