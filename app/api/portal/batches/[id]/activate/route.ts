import { activateBatch } from "@/lib/batches/unsold";
import { BatchParams, batchReply } from "@/lib/contract/batch";
import { ActivateBatchBody } from "@/lib/contract/portal-batches";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Begin to activate the unsold cards of a batch, or of a range of it.",
    scope: "store:manage",
    limit: "batch",
    params: BatchParams,
    body: ActivateBatchBody,
    status: 202,
    reply: batchReply,
    refuses: ["not_found", "batch_busy"],
    handle: (ctx, { params, body }) => activateBatch(ctx, { batchId: params.id, ...body }),
  }),
});
