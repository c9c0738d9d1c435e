import { SheetQuery } from "@/lib/api/contract/portal/batches";
import { BatchParams } from "@/lib/api/contract/v1/batch";
import { pdfDownload } from "@/lib/documents/download";
import { printSheet } from "@/lib/domain/batches/codes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = pdfDownload({
  scope: "store:manage",
  alsoScope: "codes:read",
  params: BatchParams,
  query: SheetQuery,
  name: "sheets",
  draw: async (ctx, { params, query }) => {
    const sheet = await printSheet(ctx, { batchId: params.id, ...query });
    // Imported on demand: the PDF library is large, and only this route needs it.
    const { drawSheet } = await import("@/lib/documents/batch-sheet");
    return drawSheet(sheet);
  },
});
