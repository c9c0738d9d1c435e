import { TillReversalBody, tillReceiptReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { reverseAtTill } from "@/lib/domain/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  body: TillReversalBody,
  reply: tillReceiptReply,
  handle: (ctx, { body }) => reverseAtTill(ctx, body),
});
