import { creditTotalsReply } from "@/lib/contract/store-credit";
import { endpoint, resource } from "@/lib/http/endpoint";
import { creditTotals } from "@/lib/store-credit/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The store credit outstanding, by currency.",
    scope: "store:read",
    reply: creditTotalsReply,
    handle: creditTotals,
  }),
});
