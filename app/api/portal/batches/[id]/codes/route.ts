import { CODES_COLUMNS } from "@/lib/api/contract/portal/batches";
import { BatchParams } from "@/lib/api/contract/v1/batch";
import { csvDownload } from "@/lib/documents/download";
import { exportCodes } from "@/lib/domain/batches/codes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:manage",
  alsoScope: "codes:read",
  params: BatchParams,
  name: "codes",
  columns: CODES_COLUMNS,
  rows: (ctx, { params }) => exportCodes(ctx, { batchId: params.id }),
});
