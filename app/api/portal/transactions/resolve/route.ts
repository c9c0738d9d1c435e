import { ResolveTermBody, resolvedTermReply } from "@/lib/api/contract/portal/movement";
import { post } from "@/lib/api/kernel/endpoint";
import { resolveSearchTerm } from "@/lib/domain/transactions/resolve-search-term";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  body: ResolveTermBody,
  reply: resolvedTermReply,
  handle: (ctx, { body }) => resolveSearchTerm(ctx, body),
});
