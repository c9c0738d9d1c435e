import { AgeingQuery, ageingReply } from "@/lib/api/contract/portal/reports";
import { get } from "@/lib/api/kernel/endpoint";
import { readAgeing } from "@/lib/domain/reports/ageing";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: AgeingQuery,
  reply: ageingReply,
  handle: (ctx, { query }) => readAgeing(ctx, query),
});
