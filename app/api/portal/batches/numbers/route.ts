import { BatchNumbersQuery, batchNumbersReply } from "@/lib/api/contract/portal/batches";
import { get } from "@/lib/api/kernel/endpoint";
import { readBatchNumbers } from "@/lib/domain/batches/numbers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: BatchNumbersQuery,
  reply: batchNumbersReply,
  handle: (ctx, { query }) => readBatchNumbers(ctx, { batchIds: query.ids }),
});
