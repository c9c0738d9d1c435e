import {
  FindTillCardBody,
  TillCardParams,
  TillLoadBody,
  TillRedemptionBody,
  TillRefundBody,
  TillSaleBody,
  tillCardReply,
  tillReceiptReply,
} from "@/lib/api/contract/till/till";
import { get, post } from "@/lib/api/kernel/endpoint";
import {
  findCardAtTill,
  loadAtTill,
  readCardAtTill,
  redeemAtTill,
  refundAtTill,
  sellAtTill,
} from "@/lib/domain/till/operations";

export const cards = {
  "/cards/find": post({
    scope: "till:use",
    body: FindTillCardBody,
    reply: tillCardReply,
    handle: (ctx, { body }) => findCardAtTill(ctx, body),
  }),
  "/cards": post({
    scope: "till:use",
    limit: "money",
    limitOnActivation: "activate",
    body: TillSaleBody,
    status: 201,
    reply: tillReceiptReply,
    handle: (ctx, { body }) => sellAtTill(ctx, body),
  }),
  "/cards/{uuid}/load": post({
    scope: "till:use",
    limit: "money",
    limitOnActivation: "activate",
    params: TillCardParams,
    body: TillLoadBody,
    reply: tillReceiptReply,
    handle: (ctx, { params, body }) => loadAtTill(ctx, { ...params, ...body }),
  }),
  "/cards/{uuid}/redeem": post({
    scope: "till:use",
    limit: "money",
    params: TillCardParams,
    body: TillRedemptionBody,
    reply: tillReceiptReply,
    handle: (ctx, { params, body }) => redeemAtTill(ctx, { ...params, ...body }),
  }),
  "/cards/{uuid}/refund": post({
    scope: "till:use",
    limit: "money",
    params: TillCardParams,
    body: TillRefundBody,
    reply: tillReceiptReply,
    handle: (ctx, { params, body }) => refundAtTill(ctx, { ...params, ...body }),
  }),
  "/cards/{uuid}": get({
    scope: "till:use",
    params: TillCardParams,
    reply: tillCardReply,
    handle: (ctx, { params }) => readCardAtTill(ctx, params),
  }),
};
