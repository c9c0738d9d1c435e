import { CustomerParams, HistoryQuery } from "@/lib/contract/customer";
import { movementsReply } from "@/lib/contract/movement";
import { historyOf } from "@/lib/history/customer-history";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Everything that moved on a customer's cards, newest first.",
    scope: "store:read",
    params: CustomerParams,
    query: HistoryQuery,
    reply: movementsReply,
    refuses: ["not_found"],
    handle: (ctx, { params, query }) => historyOf(ctx, { customerId: params.id, ...query }),
  }),
});
