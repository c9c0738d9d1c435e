import {
  ActivateBatchBody,
  BatchNumbersQuery,
  batchNumbersReply,
  CheckImportBody,
  CODES_COLUMNS,
  ImportBody,
  importCheckReply,
  MAX_IMPORT_BYTES,
  SheetQuery,
  VoidBatchBody,
} from "@/lib/api/contract/portal/batches";
import {
  BatchParams,
  batchesReply,
  batchReply,
  ListPortalBatchesQuery,
} from "@/lib/api/contract/v1/batch";
import { get, post } from "@/lib/api/kernel/endpoint";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { csvDownload, pdfDownload } from "@/lib/documents/download";
import { findBatch, listBatches } from "@/lib/domain/batches/batch";
import { exportCodes, printSheet } from "@/lib/domain/batches/codes";
import { checkFile } from "@/lib/domain/batches/import/check";
import { startImport } from "@/lib/domain/batches/import/start";
import { readBatchNumbers } from "@/lib/domain/batches/numbers";
import { activateBatch, voidBatch } from "@/lib/domain/batches/unsold";

/** What a file of a batch has, for its name. Refuses: not_found. */
const batchFile =
  (content: string) =>
  async ({ merchantId }: Ctx, { params }: { params: { id: string } }) =>
    `${content} ${found(await findBatch(merchantId, params.id)).name}`;

export const batches = {
  "/batches/import/check": post({
    scope: "store:manage",
    body: CheckImportBody,
    maxBodyBytes: MAX_IMPORT_BYTES,
    reply: importCheckReply,
    handle: (ctx, { body }) => checkFile(ctx, body),
  }),
  "/batches/import": post({
    scope: "store:manage",
    limit: "batch",
    body: ImportBody,
    maxBodyBytes: MAX_IMPORT_BYTES,
    status: 202,
    reply: batchReply,
    handle: (ctx, { body }) => startImport(ctx, body),
  }),
  "/batches/numbers": get({
    scope: "store:read",
    query: BatchNumbersQuery,
    reply: batchNumbersReply,
    handle: (ctx, { query }) => readBatchNumbers(ctx, { batchIds: query.ids }),
  }),
  "/batches": get({
    scope: "store:read",
    query: ListPortalBatchesQuery,
    reply: batchesReply,
    handle: (ctx, { query }) => listBatches(ctx, query),
  }),
  "/batches/{id}/activate": post({
    scope: "store:manage",
    limit: "batch",
    params: BatchParams,
    body: ActivateBatchBody,
    status: 202,
    reply: batchReply,
    handle: (ctx, { params, body }) => activateBatch(ctx, { batchId: params.id, ...body }),
  }),
  "/batches/{id}/codes": csvDownload({
    scope: "store:manage",
    alsoScope: "codes:read",
    params: BatchParams,
    name: batchFile("codes"),
    columns: CODES_COLUMNS,
    rows: (ctx, { params }) => exportCodes(ctx, { batchId: params.id }),
  }),
  "/batches/{id}/sheet": pdfDownload({
    scope: "store:manage",
    alsoScope: "codes:read",
    params: BatchParams,
    query: SheetQuery,
    name: batchFile("cards"),
    draw: async (ctx, { params, query }) => {
      const sheet = await printSheet(ctx, { batchId: params.id, ...query });
      // Imported on demand: the PDF library is large, and only this route needs it.
      const { drawSheet } = await import("@/lib/documents/batch-sheet");
      return drawSheet(sheet);
    },
  }),
  "/batches/{id}/void": post({
    scope: "store:manage",
    limit: "batch",
    params: BatchParams,
    body: VoidBatchBody,
    status: 202,
    reply: batchReply,
    handle: (ctx, { params, body }) => voidBatch(ctx, { batchId: params.id, ...body }),
  }),
};
