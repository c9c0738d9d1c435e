import { CustomerParams, HistoryQuery } from "@/lib/api/contract/portal/customer";
import { movementsReply } from "@/lib/api/contract/portal/movement";
import { get } from "@/lib/api/kernel/endpoint";
import { historyOf } from "@/lib/domain/transactions/customer-history";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: CustomerParams,
  query: HistoryQuery,
  reply: movementsReply,
  handle: (ctx, { params, query }) => historyOf(ctx, { customerId: params.id, ...query }),
});
