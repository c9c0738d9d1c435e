import { BatchParams, provisionReply } from "@/lib/contract/batch";
import { provisionExample } from "@/lib/contract/batch-examples";
import { post } from "@/lib/http/endpoint";
import { provision } from "@/lib/platforms/provision";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Create the gift cards of a batch in the online shop.",
  description:
    "For every active card of the batch in the shop's currency that has none yet. Send it again to resume.",
  scope: "cards:write",
  params: BatchParams,
  status: 202,
  reply: provisionReply,
  refuses: ["not_found", "platform_not_connected"],
  example: provisionExample,
  handle: (ctx, { params }) => provision(ctx, { batchId: params.id }),
});
