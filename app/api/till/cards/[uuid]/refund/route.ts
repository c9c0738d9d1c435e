import { TillCardParams, TillRefundBody, tillReceiptReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { refundAtTill } from "@/lib/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  params: TillCardParams,
  body: TillRefundBody,
  reply: tillReceiptReply,
  handle: (ctx, { params, body }) => refundAtTill(ctx, { ...params, ...body }),
});
