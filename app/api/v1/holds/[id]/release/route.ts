import { HoldParams, holdReply } from "@/lib/api/contract/v1/hold";
import { releaseExample } from "@/lib/api/contract/v1/hold-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { releaseHold } from "@/lib/domain/holds/release";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "releaseHold",
  summary: "Release a hold",
  description: "Ends a hold without a redemption. The amount is available again immediately.",
  scope: "money:write",
  limit: "money",
  params: HoldParams,
  reply: holdReply,
  refuses: ["not_found", "hold_ended"],
  example: releaseExample,
  handle: (ctx, { params }) => releaseHold(ctx, { holdId: params.id }),
});
