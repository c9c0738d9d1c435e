import { readBatch } from "@/lib/batches/batch";
import { BatchParams, batchWithCardsReply } from "@/lib/contract/batch";
import { readBatchExample } from "@/lib/contract/batch-examples";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getBatch",
  summary: "Get a batch",
  description: "Includes the batch's progress and the number of cards in each status.",
  scope: "cards:read",
  params: BatchParams,
  reply: batchWithCardsReply,
  refuses: ["not_found"],
  example: readBatchExample,
  handle: (ctx, { params }) => readBatch(ctx, { batchId: params.id }),
});
