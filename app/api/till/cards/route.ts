import { TillSaleBody, tillReceiptReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { sellAtTill } from "@/lib/domain/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  limitOnActivation: "activate",
  body: TillSaleBody,
  status: 201,
  reply: tillReceiptReply,
  handle: (ctx, { body }) => sellAtTill(ctx, body),
});
