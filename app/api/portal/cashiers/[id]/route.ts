import { CashierParams, ChangeCashierBody, cashierReply } from "@/lib/api/contract/portal/cashiers";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { changeCashier } from "@/lib/domain/till/cashiers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:manage",
    params: CashierParams,
    body: ChangeCashierBody,
    reply: cashierReply,
    handle: (ctx, { params, body }) => changeCashier(ctx, { cashierId: params.id, ...body }),
  }),
});
