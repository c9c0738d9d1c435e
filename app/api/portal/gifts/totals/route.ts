import { escrowReply } from "@/lib/contract/portal-gifts";
import { escrowTotals } from "@/lib/gifts/list";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "What waits in gifts, by currency.",
    scope: "store:read",
    reply: escrowReply,
    handle: (ctx) => escrowTotals(ctx),
  }),
});
