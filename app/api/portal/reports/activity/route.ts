import { ActivityQuery, activityReply } from "@/lib/api/contract/portal/reports";
import { get } from "@/lib/api/kernel/endpoint";
import { readActivity } from "@/lib/domain/reports/activity";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ActivityQuery,
  reply: activityReply,
  handle: (ctx, { query }) => readActivity(ctx, query),
});
