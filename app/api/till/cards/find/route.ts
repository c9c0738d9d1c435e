import { FindTillCardBody, tillCardReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { findCardAtTill } from "@/lib/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  body: FindTillCardBody,
  reply: tillCardReply,
  handle: (ctx, { body }) => findCardAtTill(ctx, body),
});
