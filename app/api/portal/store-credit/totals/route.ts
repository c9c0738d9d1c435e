import { creditTotalsReply } from "@/lib/contract/wallet";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { creditTotals } from "@/lib/store-credit/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The store credit outstanding, by currency.",
    scope: "store:read",
    reply: creditTotalsReply,
    refuses: [],
    handle: creditTotals,
  }),
});
