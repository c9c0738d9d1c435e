import { BatchParams, batchWithCardsReply } from "@/lib/api/contract/v1/batch";
import { readBatchExample } from "@/lib/api/contract/v1/batch-examples";
import { get } from "@/lib/api/kernel/endpoint";
import { readBatch } from "@/lib/domain/batches/batch";

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
