import {
  CancelTillRequestBody,
  TillOutcomeParams,
  TillOutcomeQuery,
  tillOutcomeReply,
} from "@/lib/api/contract/till/till";
import { get, post } from "@/lib/api/kernel/endpoint";
import { cancelTillRequest, readTillOutcome } from "@/lib/domain/till/outcomes";

export const outcomes = {
  "/outcomes/{key}/cancel": post({
    scope: "till:use",
    params: TillOutcomeParams,
    body: CancelTillRequestBody,
    reply: tillOutcomeReply,
    handle: (ctx, { params, body }) => cancelTillRequest(ctx, { ...params, ...body }),
  }),
  "/outcomes/{key}": get({
    scope: "till:use",
    params: TillOutcomeParams,
    query: TillOutcomeQuery,
    reply: tillOutcomeReply,
    handle: (ctx, { params, query }) => readTillOutcome(ctx, { ...params, ...query }),
  }),
};
