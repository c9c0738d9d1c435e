import { ACTIVITY_COLUMNS } from "@/lib/api/contract/portal/report-columns";
import { activityHeading } from "@/lib/api/contract/portal/report-headings";
import { ActivityFileQuery } from "@/lib/api/contract/portal/reports";
import { reportDownload } from "@/lib/documents/download";
import { activityLines } from "@/lib/domain/reports/export-activity";
import { exportReport, oneBatch } from "@/lib/domain/reports/export-report";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: ActivityFileQuery,
  name: "activity",
  columns: ACTIVITY_COLUMNS,
  heading: ({ query }) => activityHeading(query),
  rows: (ctx, { query }) =>
    exportReport(
      ctx,
      "activity",
      query,
      oneBatch(() => activityLines(ctx, query)),
    ),
});
