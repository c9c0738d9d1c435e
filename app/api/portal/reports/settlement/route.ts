import { settlementReply } from "@/lib/contract/settlement";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { readSettlement } from "@/lib/transfers/settlement";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "What the store owes others for transfers and they to it, by month.",
    scope: "store:read",
    reply: settlementReply,
    refuses: [],
    handle: (ctx) => readSettlement(ctx),
  }),
});
