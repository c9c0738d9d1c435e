import { TillCardParams, TillRedemptionBody, tillReceiptReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { redeemAtTill } from "@/lib/domain/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  params: TillCardParams,
  body: TillRedemptionBody,
  reply: tillReceiptReply,
  handle: (ctx, { params, body }) => redeemAtTill(ctx, { ...params, ...body }),
});
