import { startImport } from "@/lib/batches/import/start";
import { batchReply } from "@/lib/contract/batch";
import { ImportBody, MAX_IMPORT_BYTES } from "@/lib/contract/portal-batches";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  limit: "batch",
  body: ImportBody,
  maxBodyBytes: MAX_IMPORT_BYTES,
  status: 202,
  reply: batchReply,
  handle: (ctx, { body }) => startImport(ctx, body),
});
