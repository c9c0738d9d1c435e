import { countsReply, FilterMovementsQuery } from "@/lib/api/contract/portal/movement";
import { get } from "@/lib/api/kernel/endpoint";
import { countByStatus } from "@/lib/domain/transactions/count-transactions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: FilterMovementsQuery,
  reply: countsReply,
  handle: (ctx, { query }) => countByStatus(ctx, query),
});
