import { LiabilityQuery, liabilityReply } from "@/lib/api/contract/portal/reports";
import { get } from "@/lib/api/kernel/endpoint";
import { readRollForward } from "@/lib/domain/reports/roll-forward";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: LiabilityQuery,
  reply: liabilityReply,
  handle: (ctx, { query }) => readRollForward(ctx, query),
});
