import { ExpiredQuery, expiredReply } from "@/lib/contract/reports";
import { endpoint, resource } from "@/lib/http/endpoint";
import { listExpired } from "@/lib/reports/expired-cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List active cards of one currency that expired with a balance.",
    scope: "store:read",
    query: ExpiredQuery,
    reply: expiredReply,
    handle: (ctx, { query }) => listExpired(ctx, query),
  }),
});
