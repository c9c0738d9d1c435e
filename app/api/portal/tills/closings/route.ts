import { TillClosingsQuery, tillClosingsPageReply } from "@/lib/api/contract/till/till";
import { get } from "@/lib/api/kernel/endpoint";
import { listClosings } from "@/lib/domain/till/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: TillClosingsQuery,
  reply: tillClosingsPageReply,
  handle: (ctx, { query }) => listClosings(ctx, query),
});
