import { voidBatch } from "@/lib/batches/unsold";
import { BatchParams, batchReply } from "@/lib/contract/batch";
import { VoidBatchBody } from "@/lib/contract/portal-batches";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  limit: "batch",
  params: BatchParams,
  body: VoidBatchBody,
  status: 202,
  reply: batchReply,
  handle: (ctx, { params, body }) => voidBatch(ctx, { batchId: params.id, ...body }),
});
