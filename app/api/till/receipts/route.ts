import { receiptsReply } from "@/lib/api/contract/till/till";
import { get } from "@/lib/api/kernel/endpoint";
import { recentReceipts } from "@/lib/domain/till/receipts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  reply: receiptsReply,
  handle: recentReceipts,
});
