import { TillClosingsQuery, tillClosingsPageReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { listClosings } from "@/lib/till/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: TillClosingsQuery,
  reply: tillClosingsPageReply,
  handle: (ctx, { query }) => listClosings(ctx, query),
});
