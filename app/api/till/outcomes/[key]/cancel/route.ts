import {
  CancelTillRequestBody,
  TillOutcomeParams,
  tillOutcomeReply,
} from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { cancelTillRequest } from "@/lib/domain/till/outcomes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  params: TillOutcomeParams,
  body: CancelTillRequestBody,
  reply: tillOutcomeReply,
  handle: (ctx, { params, body }) => cancelTillRequest(ctx, { ...params, ...body }),
});
