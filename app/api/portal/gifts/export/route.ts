import { GiftsFileQuery } from "@/lib/api/contract/portal/gifts";
import { GIFT_COLUMNS } from "@/lib/api/contract/portal/report-columns";
import { reportHeading } from "@/lib/api/contract/portal/report-headings";
import { reportDownload } from "@/lib/documents/download";
import { giftBatches } from "@/lib/domain/gifts/list";
import { exportReport } from "@/lib/domain/reports/export-report";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: GiftsFileQuery,
  name: "gifts",
  columns: GIFT_COLUMNS,
  heading: () => reportHeading("gifts", {}),
  rows: (ctx, { query }) => exportReport(ctx, "gifts", query, giftBatches(ctx, query)),
});
