import { countsReply, FilterMovementsQuery } from "@/lib/contract/movement";
import { countByStatus } from "@/lib/history/count-transactions";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

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
