import { TillOutcomeParams, tillOutcomeReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { readTillOutcome } from "@/lib/till/outcomes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:use",
  params: TillOutcomeParams,
  reply: tillOutcomeReply,
  handle: (ctx, { params }) => readTillOutcome(ctx, params),
});
