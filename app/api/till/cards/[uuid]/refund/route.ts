import { TillCardParams, TillRefundBody, tillReceiptReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { refundAtTill } from "@/lib/domain/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  params: TillCardParams,
  body: TillRefundBody,
  reply: tillReceiptReply,
  handle: (ctx, { params, body }) => refundAtTill(ctx, { ...params, ...body }),
});
