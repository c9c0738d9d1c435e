import { ImportBody, MAX_IMPORT_BYTES } from "@/lib/api/contract/portal/batches";
import { batchReply } from "@/lib/api/contract/v1/batch";
import { post } from "@/lib/api/kernel/endpoint";
import { startImport } from "@/lib/domain/batches/import/start";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  limit: "batch",
  body: ImportBody,
  maxBodyBytes: MAX_IMPORT_BYTES,
  status: 202,
  reply: batchReply,
  handle: (ctx, { body }) => startImport(ctx, body),
});
