import { ExpiredQuery, expiredReply } from "@/lib/contract/reports";
import { get } from "@/lib/http/endpoint";
import { listExpired } from "@/lib/reports/expired-cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ExpiredQuery,
  reply: expiredReply,
  handle: (ctx, { query }) => listExpired(ctx, query),
});
