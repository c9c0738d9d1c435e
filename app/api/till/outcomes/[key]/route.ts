import {
  TillOutcomeParams,
  TillOutcomeQuery,
  tillOutcomeReply,
} from "@/lib/api/contract/till/till";
import { get } from "@/lib/api/kernel/endpoint";
import { readTillOutcome } from "@/lib/domain/till/outcomes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  params: TillOutcomeParams,
  query: TillOutcomeQuery,
  reply: tillOutcomeReply,
  handle: (ctx, { params, query }) => readTillOutcome(ctx, { ...params, ...query }),
});
