import { batchesReply, ListPortalBatchesQuery } from "@/lib/api/contract/v1/batch";
import { get } from "@/lib/api/kernel/endpoint";
import { listBatches } from "@/lib/domain/batches/batch";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListPortalBatchesQuery,
  reply: batchesReply,
  handle: (ctx, { query }) => listBatches(ctx, query),
});
