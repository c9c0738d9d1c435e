import { CancelTillRequestBody, TillOutcomeParams, tillOutcomeReply } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { cancelTillRequest } from "@/lib/till/outcomes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  params: TillOutcomeParams,
  body: CancelTillRequestBody,
  reply: tillOutcomeReply,
  handle: (ctx, { params, body }) => cancelTillRequest(ctx, { ...params, ...body }),
});
