import { CaptureBody, captureReply, HoldParams } from "@/lib/contract/hold";
import { captureExample } from "@/lib/contract/hold-examples";
import { captureHold } from "@/lib/holds/capture";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Redeem a hold.",
  description:
    "Redeems the hold, or part of it, once. The rest is available again. The redemption has the note and the reference of the hold unless you send others. A hold that was placed in time can be captured on a card that has expired since.",
  scope: "money:write",
  limit: "money",
  params: HoldParams,
  body: CaptureBody,
  reply: captureReply,
  refuses: ["not_found", "hold_ended", "capture_exceeds_hold", "card_frozen"],
  example: captureExample,
  handle: (ctx, { params, body }) => captureHold(ctx, { holdId: params.id, ...body }),
});
