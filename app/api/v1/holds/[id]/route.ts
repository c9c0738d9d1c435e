import { HoldParams, holdReply } from "@/lib/api/contract/v1/hold";
import { readHoldExample } from "@/lib/api/contract/v1/hold-examples";
import { get } from "@/lib/api/kernel/endpoint";
import { readHold } from "@/lib/domain/holds/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getHold",
  summary: "Get a hold",
  scope: "cards:read",
  params: HoldParams,
  reply: holdReply,
  refuses: ["not_found"],
  example: readHoldExample,
  handle: (ctx, { params }) => readHold(ctx, { holdId: params.id }),
});
