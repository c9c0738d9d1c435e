import { AGEING_COLUMNS } from "@/lib/contract/report-columns";
import { reportHeading } from "@/lib/contract/report-headings";
import { AgeingFileQuery } from "@/lib/contract/reports";
import { reportDownload } from "@/lib/http/download";
import { ageingLines } from "@/lib/reports/ageing";
import { exportReport, oneBatch } from "@/lib/reports/export-report";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: AgeingFileQuery,
  name: "aging",
  columns: AGEING_COLUMNS,
  heading: () => reportHeading("ageing", {}),
  rows: (ctx, { query }) =>
    exportReport(
      ctx,
      "ageing",
      query,
      oneBatch(() => ageingLines(ctx, query)),
    ),
});
