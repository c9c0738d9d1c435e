import { ReceiptParams, receiptsReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { readReceipt } from "@/lib/till/receipts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  params: ReceiptParams,
  reply: receiptsReply,
  handle: async (ctx, { params }) => [await readReceipt(ctx.merchantId, params.transactionId)],
});
