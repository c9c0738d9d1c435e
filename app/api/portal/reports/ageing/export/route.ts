import { AGEING_COLUMNS } from "@/lib/api/contract/portal/report-columns";
import { reportHeading } from "@/lib/api/contract/portal/report-headings";
import { AgeingFileQuery } from "@/lib/api/contract/portal/reports";
import { reportDownload } from "@/lib/documents/download";
import { ageingLines } from "@/lib/domain/reports/ageing";
import { exportReport, oneBatch } from "@/lib/domain/reports/export-report";

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
