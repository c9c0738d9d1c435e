import { overviewReply } from "@/lib/contract/overview";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readOverview } from "@/lib/reports/overview";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The store at a glance: what is owed, its cards, its books.",
    scope: "store:read",
    reply: overviewReply,
    handle: (ctx) => readOverview(ctx),
  }),
});
