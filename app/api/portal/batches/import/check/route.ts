import { checkFile } from "@/lib/batches/import/check";
import { CheckImportBody, importCheckReply, MAX_IMPORT_BYTES } from "@/lib/contract/portal-batches";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  body: CheckImportBody,
  maxBodyBytes: MAX_IMPORT_BYTES,
  reply: importCheckReply,
  handle: (ctx, { body }) => checkFile(ctx, body),
});
