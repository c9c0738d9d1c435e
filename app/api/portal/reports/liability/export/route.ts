import { LIABILITY_COLUMNS } from "@/lib/contract/report-columns";
import { reportHeading } from "@/lib/contract/report-headings";
import { CurrencyFileQuery } from "@/lib/contract/reports";
import { reportDownload } from "@/lib/http/download";
import { exportReport, oneBatch } from "@/lib/reports/export-report";
import { liabilityLines } from "@/lib/reports/roll-forward";

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
