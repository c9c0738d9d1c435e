import { UnderstandBody, understoodReply } from "@/lib/contract/movement";
import { resolveSearchTerm } from "@/lib/history/resolve-search-term";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Tell what a search term means: posted, since it may be a card's code.",
    scope: "store:read",
    body: UnderstandBody,
    reply: understoodReply,
    handle: (ctx, { body }) => resolveSearchTerm(ctx, body),
  }),
});
