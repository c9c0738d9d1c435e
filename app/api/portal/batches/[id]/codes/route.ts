import { exportCodes } from "@/lib/batches/codes";
import { BatchParams } from "@/lib/contract/batch";
import { CODES_COLUMNS } from "@/lib/contract/portal-batches";
import { download } from "@/lib/http/download";
import { resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: download({
    summary: "Every card of a batch with its code, for a printer; audited.",
    scope: "store:manage",
    params: BatchParams,
    refuses: ["not_found", "batch_busy", "rate_limited"],
    name: "codes",
    columns: CODES_COLUMNS,
    rows: (ctx, { params }) => exportCodes(ctx, { batchId: params.id }),
  }),
});
