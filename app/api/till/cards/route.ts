import { TillSaleBody, tillReceiptReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { sellAtTill } from "@/lib/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  limitOnActivation: "activate",
  body: TillSaleBody,
  status: 201,
  reply: tillReceiptReply,
  handle: (ctx, { body }) => sellAtTill(ctx, body),
});
