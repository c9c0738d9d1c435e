import { exportCodes } from "@/lib/batches/codes";
import { BatchParams } from "@/lib/contract/batch";
import { CODES_COLUMNS } from "@/lib/contract/portal-batches";
import { csvDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:manage",
  alsoScope: "codes:read",
  params: BatchParams,
  name: "codes",
  columns: CODES_COLUMNS,
  rows: (ctx, { params }) => exportCodes(ctx, { batchId: params.id }),
});
