import { CustomerParams, HistoryQuery } from "@/lib/contract/customer";
import { movementsReply } from "@/lib/contract/movement";
import { historyOf } from "@/lib/history/customer-history";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: CustomerParams,
  query: HistoryQuery,
  reply: movementsReply,
  handle: (ctx, { params, query }) => historyOf(ctx, { customerId: params.id, ...query }),
});
