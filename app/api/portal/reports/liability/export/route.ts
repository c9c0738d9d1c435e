import { LIABILITY_COLUMNS } from "@/lib/api/contract/portal/report-columns";
import { reportHeading } from "@/lib/api/contract/portal/report-headings";
import { CurrencyFileQuery } from "@/lib/api/contract/portal/reports";
import { reportDownload } from "@/lib/documents/download";
import { exportReport, oneBatch } from "@/lib/domain/reports/export-report";
import { liabilityLines } from "@/lib/domain/reports/roll-forward";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: CurrencyFileQuery,
  name: "liability",
  columns: LIABILITY_COLUMNS,
  heading: ({ query }) => reportHeading("liability", query),
  rows: (ctx, { query }) =>
    exportReport(
      ctx,
      "liability",
      query,
      oneBatch(() => liabilityLines(ctx, query)),
    ),
});
