import { creditTotalsReply } from "@/lib/contract/store-credit";
import { get } from "@/lib/http/endpoint";
import { creditTotals } from "@/lib/store-credit/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: creditTotalsReply,
  handle: creditTotals,
});
