import { HoldParams, holdReply } from "@/lib/contract/hold";
import { readHoldExample } from "@/lib/contract/hold-examples";
import { readHold } from "@/lib/holds/list";
import { get } from "@/lib/http/endpoint";

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
