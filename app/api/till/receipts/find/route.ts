import { FindReceiptBody, receiptsReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { findReceipts } from "@/lib/till/receipts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  body: FindReceiptBody,
  reply: receiptsReply,
  handle: (ctx, { body }) => findReceipts(ctx, body),
});
