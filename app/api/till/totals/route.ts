import { tillTotalsReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { readOpenTotals } from "@/lib/till/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  reply: tillTotalsReply,
  handle: readOpenTotals,
});
