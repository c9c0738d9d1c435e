import { settlementReply } from "@/lib/contract/reports";
import { get } from "@/lib/http/endpoint";
import { readSettlement } from "@/lib/transfers/settlement";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: settlementReply,
  handle: (ctx) => readSettlement(ctx),
});
