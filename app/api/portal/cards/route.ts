import { listCards } from "@/lib/cards/list";
import { ListPortalCardsQuery, listedCardsReply } from "@/lib/contract/portal-cards";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Find cards by more than the API offers, in four orders, without their codes.",
    scope: "store:read",
    query: ListPortalCardsQuery,
    reply: listedCardsReply,
    refuses: [],
    handle: (ctx, { query }) => listCards(ctx, query),
  }),
});
