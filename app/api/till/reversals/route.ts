import { TillReversalBody, tillReceiptReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { reverseAtTill } from "@/lib/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "money",
  body: TillReversalBody,
  reply: tillReceiptReply,
  handle: (ctx, { body }) => reverseAtTill(ctx, body),
});
