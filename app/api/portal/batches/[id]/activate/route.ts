import { ActivateBatchBody } from "@/lib/api/contract/portal/batches";
import { BatchParams, batchReply } from "@/lib/api/contract/v1/batch";
import { post } from "@/lib/api/kernel/endpoint";
import { activateBatch } from "@/lib/domain/batches/unsold";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  limit: "batch",
  params: BatchParams,
  body: ActivateBatchBody,
  status: 202,
  reply: batchReply,
  handle: (ctx, { params, body }) => activateBatch(ctx, { batchId: params.id, ...body }),
});
