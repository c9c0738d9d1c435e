import { countsReply, FilterMovementsQuery } from "@/lib/contract/movement";
import { countByStatus } from "@/lib/history/count-transactions";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "How many movements match, by status.",
    scope: "store:read",
    query: FilterMovementsQuery,
    reply: countsReply,
    handle: (ctx, { query }) => countByStatus(ctx, query),
  }),
});
