import { tillTotalsReply } from "@/lib/api/contract/till/till";
import { get } from "@/lib/api/kernel/endpoint";
import { readOpenTotals } from "@/lib/domain/till/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  reply: tillTotalsReply,
  handle: readOpenTotals,
});
