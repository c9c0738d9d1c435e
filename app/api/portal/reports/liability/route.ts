import { LiabilityQuery, liabilityReply } from "@/lib/contract/reports";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readRollForward } from "@/lib/reports/roll-forward";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "What is owed in one currency, month by month.",
    scope: "store:read",
    query: LiabilityQuery,
    reply: liabilityReply,
    handle: (ctx, { query }) => readRollForward(ctx, query),
  }),
});
