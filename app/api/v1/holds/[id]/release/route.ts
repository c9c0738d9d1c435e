import { HoldParams, holdReply } from "@/lib/contract/hold";
import { releaseExample } from "@/lib/contract/hold-examples";
import { releaseHold } from "@/lib/holds/release";
import { post } from "@/lib/http/endpoint";

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
