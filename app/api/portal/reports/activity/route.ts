import { ActivityQuery, activityReply } from "@/lib/contract/reports";
import { get } from "@/lib/http/endpoint";
import { readActivity } from "@/lib/reports/activity";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ActivityQuery,
  reply: activityReply,
  handle: (ctx, { query }) => readActivity(ctx, query),
});
