import { BatchParams, provisionReply } from "@/lib/api/contract/v1/batch";
import { provisionExample } from "@/lib/api/contract/v1/batch-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { provision } from "@/lib/domain/shops/provision";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "provisionBatch",
  summary: "Add a batch to the online shop",
  description:
    "Creates the batch's cards in the online shop: every active card in the shop's currency that isn't there yet. If the work is interrupted, send the request again to continue.",
  scope: "cards:write",
  params: BatchParams,
  status: 202,
  reply: provisionReply,
  refuses: ["not_found", "platform_not_connected"],
  example: provisionExample,
  handle: (ctx, { params }) => provision(ctx, { batchId: params.id }),
});
