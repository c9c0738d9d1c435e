import { EXPIRED_COLUMNS } from "@/lib/api/contract/portal/report-columns";
import { reportHeading } from "@/lib/api/contract/portal/report-headings";
import { CurrencyFileQuery } from "@/lib/api/contract/portal/reports";
import { reportDownload } from "@/lib/documents/download";
import { expiredBatches } from "@/lib/domain/reports/expired-cards";
import { exportReport } from "@/lib/domain/reports/export-report";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: CurrencyFileQuery,
  name: "breakage",
  columns: EXPIRED_COLUMNS,
  heading: ({ query }) => reportHeading("breakage", query),
  rows: (ctx, { query }) => exportReport(ctx, "breakage", query, expiredBatches(ctx, query)),
});
