import { differencesReply, ListDifferencesQuery } from "@/lib/api/contract/portal/platform";
import { get } from "@/lib/api/kernel/endpoint";
import { listDifferences } from "@/lib/domain/shops/differences";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListDifferencesQuery,
  reply: differencesReply,
  handle: (ctx, { query }) => listDifferences(ctx, query),
});
