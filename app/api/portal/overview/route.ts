import { overviewReply } from "@/lib/contract/overview";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { readOverview } from "@/lib/reports/overview";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The store at a glance: what is owed, its cards, its books.",
    scope: "store:read",
    reply: overviewReply,
    refuses: [],
    handle: (ctx) => readOverview(ctx),
  }),
});
