import { voidBatch } from "@/lib/batches/unsold";
import { BatchParams, batchReply } from "@/lib/contract/batch";
import { VoidBatchBody } from "@/lib/contract/portal-batches";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Begin to disable the unsold cards of a batch, or of a range of it, for good.",
    scope: "store:manage",
    limit: "batch",
    params: BatchParams,
    body: VoidBatchBody,
    status: 202,
    reply: batchReply,
    refuses: ["not_found", "batch_busy"],
    handle: (ctx, { params, body }) => voidBatch(ctx, { batchId: params.id, ...body }),
  }),
});
