import { ResolveTermBody, resolvedTermReply } from "@/lib/contract/movement";
import { resolveSearchTerm } from "@/lib/history/resolve-search-term";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  body: ResolveTermBody,
  reply: resolvedTermReply,
  handle: (ctx, { body }) => resolveSearchTerm(ctx, body),
});
