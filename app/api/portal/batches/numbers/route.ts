import { readBatchNumbers } from "@/lib/batches/numbers";
import { BatchNumbersQuery, batchNumbersReply } from "@/lib/contract/portal-batches";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: BatchNumbersQuery,
  reply: batchNumbersReply,
  handle: (ctx, { query }) => readBatchNumbers(ctx, { batchIds: query.ids }),
});
