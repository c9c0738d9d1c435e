import { CaptureBody, captureReply, HoldParams } from "@/lib/api/contract/v1/hold";
import { captureExample } from "@/lib/api/contract/v1/hold-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { captureHold } from "@/lib/domain/holds/capture";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "captureHold",
  summary: "Capture a hold",
  description:
    "Redeems the amount on hold, or part of it. The rest becomes available again, and you can't capture the hold twice. The redemption uses the hold's note, reference and metadata unless you send others. You can capture a hold even if the card expired after you placed the hold.",
  scope: "money:write",
  limit: "money",
  params: HoldParams,
  body: CaptureBody,
  reply: captureReply,
  refuses: ["not_found", "hold_ended", "capture_exceeds_hold", "card_frozen"],
  example: captureExample,
  handle: (ctx, { params, body }) => captureHold(ctx, { holdId: params.id, ...body }),
});
