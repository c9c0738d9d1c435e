import { CashierParams, cashierReply } from "@/lib/contract/cashiers";
import { post } from "@/lib/http/endpoint";
import { deactivateCashier } from "@/lib/till/cashiers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: CashierParams,
  reply: cashierReply,
  handle: (ctx, { params }) => deactivateCashier(ctx, { cashierId: params.id }),
});
