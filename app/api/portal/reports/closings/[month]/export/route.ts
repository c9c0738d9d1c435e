import { CLOSING_COLUMNS, ClosingParams } from "@/lib/contract/closing";
import { csvDownload } from "@/lib/http/download";
import { exportClosing } from "@/lib/reports/close-month";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  params: ClosingParams,
  name: "closing",
  columns: CLOSING_COLUMNS,
  rows: (ctx, { params }) => exportClosing(ctx, params),
});
