import { receiptsReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { recentReceipts } from "@/lib/till/receipts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  reply: receiptsReply,
  handle: recentReceipts,
});
