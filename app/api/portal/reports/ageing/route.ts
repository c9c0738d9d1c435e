import { AgeingQuery, ageingReply } from "@/lib/contract/reports";
import { get } from "@/lib/http/endpoint";
import { readAgeing } from "@/lib/reports/ageing";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: AgeingQuery,
  reply: ageingReply,
  handle: (ctx, { query }) => readAgeing(ctx, query),
});
