import { printSheet } from "@/lib/batches/codes";
import { BatchParams } from "@/lib/contract/batch";
import { SheetQuery } from "@/lib/contract/portal-batches";
import { pdfDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = pdfDownload({
  scope: "store:manage",
  alsoScope: "codes:read",
  params: BatchParams,
  query: SheetQuery,
  name: "sheets",
  draw: async (ctx, { params, query }) => {
    const sheet = await printSheet(ctx, { batchId: params.id, ...query });
    // Imported on demand: the PDF library is large, and only this route needs it.
    const { drawSheet } = await import("@/lib/contract/batch-sheet");
    return drawSheet(sheet);
  },
});
