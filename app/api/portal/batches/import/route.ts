import { startImport } from "@/lib/batches/import/start";
import { batchReply } from "@/lib/contract/batch";
import { ImportBody, MAX_IMPORT_BYTES } from "@/lib/contract/portal-batches";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Begin to import the good rows of a file of another provider's cards.",
    scope: "store:manage",
    limit: "batch",
    body: ImportBody,
    maxBodyBytes: MAX_IMPORT_BYTES,
    status: 202,
    reply: batchReply,
    refuses: ["rate_limited"],
    handle: (ctx, { body }) => startImport(ctx, body),
  }),
});
