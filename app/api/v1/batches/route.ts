import {
  batchesReply,
  batchReply,
  CreateBatchBody,
  ListBatchesQuery,
} from "@/lib/api/contract/v1/batch";
import { createBatchExample, listBatchesExample } from "@/lib/api/contract/v1/batch-examples";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { createBatch, listBatches } from "@/lib/domain/batches/batch";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    operationId: "listBatches",
    summary: "List batches",
    scope: "cards:read",
    query: ListBatchesQuery,
    reply: batchesReply,
    example: listBatchesExample,
    handle: (ctx, { query }) => listBatches(ctx, query),
  }),
  POST: endpoint({
    operationId: "createBatch",
    summary: "Create a batch",
    description:
      "Creates up to 50,000 cards with the same settings. Returns immediately, and creates the cards within seconds. The cards are inactive and have a balance of 0 until you activate them. `GET /batches/{id}` returns the progress, and `GET /cards?batchId=` lists the cards.",
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
