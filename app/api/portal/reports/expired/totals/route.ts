import { expiredTotalsReply } from "@/lib/contract/reports";
import { endpoint, resource } from "@/lib/http/endpoint";
import { sumExpired } from "@/lib/reports/expired-cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "How many cards expired with a balance, and with how much, by currency.",
    scope: "store:read",
    reply: expiredTotalsReply,
    handle: (ctx) => sumExpired(ctx),
  }),
});
