import { ExpiredQuery, expiredReply } from "@/lib/contract/reports";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { listExpired } from "@/lib/reports/expired-cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List active cards of one currency that expired with a balance.",
    scope: "store:read",
    query: ExpiredQuery,
    reply: expiredReply,
    refuses: [],
    handle: (ctx, { query }) => listExpired(ctx, query),
  }),
});
