import { FindReceiptBody, receiptsReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { findReceipts } from "@/lib/domain/till/receipts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  body: FindReceiptBody,
  reply: receiptsReply,
  handle: (ctx, { body }) => findReceipts(ctx, body),
});
