import { settlementReply } from "@/lib/api/contract/portal/reports";
import { get } from "@/lib/api/kernel/endpoint";
import { readSettlement } from "@/lib/domain/transfers/settlement";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: settlementReply,
  handle: (ctx) => readSettlement(ctx),
});
