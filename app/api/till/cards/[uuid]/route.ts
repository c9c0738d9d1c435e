import { TillCardParams, tillCardReply } from "@/lib/api/contract/till/till";
import { get } from "@/lib/api/kernel/endpoint";
import { readCardAtTill } from "@/lib/domain/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  params: TillCardParams,
  reply: tillCardReply,
  handle: (ctx, { params }) => readCardAtTill(ctx, params),
});
