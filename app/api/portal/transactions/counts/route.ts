import { countsReply, FilterMovementsQuery } from "@/lib/contract/movement";
import { countByStatus } from "@/lib/history/count-transactions";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: FilterMovementsQuery,
  reply: countsReply,
  handle: (ctx, { query }) => countByStatus(ctx, query),
});
