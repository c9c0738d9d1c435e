import { EXPIRED_COLUMNS } from "@/lib/contract/report-columns";
import { reportHeading } from "@/lib/contract/report-headings";
import { CurrencyFileQuery } from "@/lib/contract/reports";
import { reportDownload } from "@/lib/http/download";
import { expiredBatches } from "@/lib/reports/expired-cards";
import { exportReport } from "@/lib/reports/export-report";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: CurrencyFileQuery,
  name: "breakage",
  columns: EXPIRED_COLUMNS,
  heading: ({ query }) => reportHeading("breakage", query),
  rows: (ctx, { query }) => exportReport(ctx, "breakage", query, expiredBatches(ctx, query)),
});
