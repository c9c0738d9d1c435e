import { TillOutcomeParams, TillOutcomeQuery, tillOutcomeReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { readTillOutcome } from "@/lib/till/outcomes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  params: TillOutcomeParams,
  query: TillOutcomeQuery,
  reply: tillOutcomeReply,
  handle: (ctx, { params, query }) => readTillOutcome(ctx, { ...params, ...query }),
});
