import { creditTotalsReply } from "@/lib/api/contract/v1/store-credit";
import { get } from "@/lib/api/kernel/endpoint";
import { creditTotals } from "@/lib/domain/store-credit/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: creditTotalsReply,
  handle: creditTotals,
});
