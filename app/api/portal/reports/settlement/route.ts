import { settlementReply } from "@/lib/contract/reports";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readSettlement } from "@/lib/transfers/settlement";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "What the store owes others for transfers and they to it, by month.",
    scope: "store:read",
    reply: settlementReply,
    handle: (ctx) => readSettlement(ctx),
  }),
});
