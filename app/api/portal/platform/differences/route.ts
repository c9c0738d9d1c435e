import { differencesReply, ListDifferencesQuery } from "@/lib/contract/platform";
import { get } from "@/lib/http/endpoint";
import { listDifferences } from "@/lib/platforms/differences";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListDifferencesQuery,
  reply: differencesReply,
  handle: (ctx, { query }) => listDifferences(ctx, query),
});
