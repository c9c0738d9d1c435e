import { ExpiredQuery, expiredReply } from "@/lib/api/contract/portal/reports";
import { get } from "@/lib/api/kernel/endpoint";
import { listExpired } from "@/lib/domain/reports/expired-cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ExpiredQuery,
  reply: expiredReply,
  handle: (ctx, { query }) => listExpired(ctx, query),
});
