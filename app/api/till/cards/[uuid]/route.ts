import { TillCardParams, tillCardReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { readCardAtTill } from "@/lib/till/operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  params: TillCardParams,
  reply: tillCardReply,
  handle: (ctx, { params }) => readCardAtTill(ctx, params),
});
