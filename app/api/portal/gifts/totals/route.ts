import { escrowReply } from "@/lib/contract/portal-gifts";
import { escrowTotals } from "@/lib/gifts/list";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: escrowReply,
  handle: (ctx) => escrowTotals(ctx),
});
