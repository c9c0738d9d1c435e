import { LiabilityQuery, liabilityReply } from "@/lib/contract/reports";
import { get } from "@/lib/http/endpoint";
import { readRollForward } from "@/lib/reports/roll-forward";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: LiabilityQuery,
  reply: liabilityReply,
  handle: (ctx, { query }) => readRollForward(ctx, query),
});
