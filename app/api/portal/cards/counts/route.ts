import { CountCardsQuery, cardCountsReply } from "@/lib/api/contract/portal/cards";
import { get } from "@/lib/api/kernel/endpoint";
import { countByState } from "@/lib/domain/cards/count";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: CountCardsQuery,
  reply: cardCountsReply,
  handle: (ctx, { query }) => countByState(ctx, query),
});
