import { activateBatch } from "@/lib/batches/unsold";
import { BatchParams, batchReply } from "@/lib/contract/batch";
import { ActivateBatchBody } from "@/lib/contract/portal-batches";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  limit: "batch",
  params: BatchParams,
  body: ActivateBatchBody,
  status: 202,
  reply: batchReply,
  handle: (ctx, { params, body }) => activateBatch(ctx, { batchId: params.id, ...body }),
});
