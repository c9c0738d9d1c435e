import { ActivityQuery, activityReply } from "@/lib/contract/overview";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readActivity } from "@/lib/reports/activity";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "What was issued and redeemed in one currency over a period.",
    scope: "store:read",
    query: ActivityQuery,
    reply: activityReply,
    handle: (ctx, { query }) => readActivity(ctx, query),
  }),
});
