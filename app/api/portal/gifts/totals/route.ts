import { escrowReply } from "@/lib/api/contract/portal/gifts";
import { get } from "@/lib/api/kernel/endpoint";
import { escrowTotals } from "@/lib/domain/gifts/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: escrowReply,
  handle: (ctx) => escrowTotals(ctx),
});
