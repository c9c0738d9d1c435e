import { ReceiptParams, receiptsReply } from "@/lib/api/contract/till/till";
import { get } from "@/lib/api/kernel/endpoint";
import { readReceipt } from "@/lib/domain/till/receipts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  params: ReceiptParams,
  reply: receiptsReply,
  handle: async (ctx, { params }) => [await readReceipt(ctx.merchantId, params.transactionId)],
});
