import { AgeingQuery, ageingReply } from "@/lib/contract/reports";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readAgeing } from "@/lib/reports/ageing";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "What was outstanding at the end of a day, by age and by expiry.",
    scope: "store:read",
    query: AgeingQuery,
    reply: ageingReply,
    handle: (ctx, { query }) => readAgeing(ctx, query),
  }),
});
