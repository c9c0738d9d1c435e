import { countsReply, FilterMovementsQuery } from "@/lib/contract/movement";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { countByStatus } from "@/lib/reports/count-transactions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "How many movements match, by status.",
    scope: "store:read",
    query: FilterMovementsQuery,
    reply: countsReply,
    refuses: [],
    handle: (ctx, { query }) => countByStatus(ctx, query),
  }),
});
