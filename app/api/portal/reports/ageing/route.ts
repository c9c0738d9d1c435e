import { AgeingQuery, ageingReply } from "@/lib/contract/reports";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { readAgeing } from "@/lib/reports/ageing";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "What was outstanding at the end of a day, by age and by expiry.",
    scope: "store:read",
    query: AgeingQuery,
    reply: ageingReply,
    refuses: [],
    handle: (ctx, { query }) => readAgeing(ctx, query),
  }),
});
