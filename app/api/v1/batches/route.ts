import { createBatch, listBatches } from "@/lib/batches/batch";
import { batchesReply, batchReply, CreateBatchBody, ListBatchesQuery } from "@/lib/contract/batch";
import { createBatchExample, listBatchesExample } from "@/lib/contract/batch-examples";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List batches",
    scope: "cards:read",
    query: ListBatchesQuery,
    reply: batchesReply,
    example: listBatchesExample,
    handle: (ctx, { query }) => listBatches(ctx, query),
  }),
  POST: endpoint({
    summary: "Create a batch",
    description:
      "A batch has up to 50,000 identical cards. Returns immediately and creates the cards within seconds, inactive and with a balance of 0. `GET /batches/{id}` returns the progress. `GET /cards?batchId=` lists the cards.",
    scope: "cards:write",
    limit: "batch",
    body: CreateBatchBody,
    status: 201,
    location: ({ batch }) => `/batches/${batch.id}`,
    reply: batchReply,
    example: createBatchExample,
    handle: (ctx, { body }) => createBatch(ctx, body),
  }),
});
