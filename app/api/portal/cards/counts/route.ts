import { countByState } from "@/lib/cards/count";
import { CountCardsQuery, cardCountsReply } from "@/lib/contract/portal-cards";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: CountCardsQuery,
  reply: cardCountsReply,
  handle: (ctx, { query }) => countByState(ctx, query),
});
