import { TillCardParams, TillLoadBody, tillReceiptReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { loadAtTill } from "@/lib/domain/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  limitOnActivation: "activate",
  params: TillCardParams,
  body: TillLoadBody,
  reply: tillReceiptReply,
  handle: (ctx, { params, body }) => loadAtTill(ctx, { ...params, ...body }),
});
