import { FindTillCardBody, tillCardReply } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { findCardAtTill } from "@/lib/domain/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  body: FindTillCardBody,
  reply: tillCardReply,
  handle: (ctx, { body }) => findCardAtTill(ctx, body),
});
