import {
  CheckImportBody,
  importCheckReply,
  MAX_IMPORT_BYTES,
} from "@/lib/api/contract/portal/batches";
import { post } from "@/lib/api/kernel/endpoint";
import { checkFile } from "@/lib/domain/batches/import/check";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  body: CheckImportBody,
  maxBodyBytes: MAX_IMPORT_BYTES,
  reply: importCheckReply,
  handle: (ctx, { body }) => checkFile(ctx, body),
});
