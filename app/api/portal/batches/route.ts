import { listBatches } from "@/lib/batches/batch";
import { batchesReply, ListPortalBatchesQuery } from "@/lib/contract/batch";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListPortalBatchesQuery,
  reply: batchesReply,
  handle: (ctx, { query }) => listBatches(ctx, query),
});
