import { checkFile } from "@/lib/batches/import/check";
import { CheckImportBody, importCheckReply, MAX_IMPORT_BYTES } from "@/lib/contract/portal-batches";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "What a file of cards would do: every row's problem, before anything is written.",
    scope: "store:manage",
    body: CheckImportBody,
    maxBodyBytes: MAX_IMPORT_BYTES,
    reply: importCheckReply,
    refuses: ["rate_limited"],
    handle: (ctx, { body }) => checkFile(ctx, body),
  }),
});
