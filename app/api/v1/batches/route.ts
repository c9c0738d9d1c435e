import { createBatch } from "@/lib/batches/create";
import { listBatches } from "@/lib/batches/read";
import { batchesReply, batchReply, CreateBatchBody, ListBatchesQuery } from "@/lib/contract/batch";
import { createBatchExample, listBatchesExample } from "@/lib/contract/batch-examples";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List batches of cards, newest first.",
    scope: "cards:read",
    query: ListBatchesQuery,
    reply: batchesReply,
    example: listBatchesExample,
    handle: (ctx, { query }) => listBatches(ctx, query),
  }),
  POST: endpoint({
    summary: "Create a batch of up to 50,000 cards alike.",
    description:
      "Answers at once; the cards, inactive and with a balance of 0, are made within seconds. `GET /batches/{id}` tells how many there are, `GET /cards?batchId=` lists them.",
    scope: "cards:write",
    limit: "batch",
    body: CreateBatchBody,
    status: 201,
    reply: batchReply,
    example: createBatchExample,
    handle: (ctx, { body }) => createBatch(ctx, body),
  }),
});
