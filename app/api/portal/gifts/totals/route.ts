import { escrowReply } from "@/lib/contract/portal-gifts";
import { escrowTotals } from "@/lib/gifts/list";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "What waits in gifts, by currency.",
    scope: "store:read",
    reply: escrowReply,
    refuses: [],
    handle: (ctx) => escrowTotals(ctx),
  }),
});
