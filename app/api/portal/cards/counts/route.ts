import { countByState } from "@/lib/cards/count";
import { CountCardsQuery, cardCountsReply } from "@/lib/contract/portal-cards";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The number of cards that match, by state.",
    scope: "store:read",
    query: CountCardsQuery,
    reply: cardCountsReply,
    handle: (ctx, { query }) => countByState(ctx, query),
  }),
});
