import { CashierParams, cashierReply } from "@/lib/api/contract/portal/cashiers";
import { post } from "@/lib/api/kernel/endpoint";
import { deactivateCashier } from "@/lib/domain/till/cashiers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: CashierParams,
  reply: cashierReply,
  handle: (ctx, { params }) => deactivateCashier(ctx, { cashierId: params.id }),
});
