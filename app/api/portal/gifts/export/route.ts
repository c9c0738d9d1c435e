import { GiftsFileQuery } from "@/lib/contract/portal-gifts";
import { GIFT_COLUMNS } from "@/lib/contract/report-columns";
import { reportHeading } from "@/lib/contract/report-headings";
import { giftBatches } from "@/lib/gifts/list";
import { reportDownload } from "@/lib/http/download";
import { exportReport } from "@/lib/reports/export-report";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: GiftsFileQuery,
  name: "gifts",
  columns: GIFT_COLUMNS,
  heading: () => reportHeading("gifts", {}),
  rows: (ctx, { query }) => exportReport(ctx, "gifts", query, giftBatches(ctx, query)),
});
