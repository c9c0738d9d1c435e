import { expiredTotalsReply } from "@/lib/contract/reports";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { sumExpired } from "@/lib/reports/expired-cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "How many cards expired with a balance, and with how much, by currency.",
    scope: "store:read",
    reply: expiredTotalsReply,
    refuses: [],
    handle: (ctx) => sumExpired(ctx),
  }),
});
