import { TillCardParams, TillRedemptionBody, tillReceiptReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { redeemAtTill } from "@/lib/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  params: TillCardParams,
  body: TillRedemptionBody,
  reply: tillReceiptReply,
  handle: (ctx, { params, body }) => redeemAtTill(ctx, { ...params, ...body }),
});
