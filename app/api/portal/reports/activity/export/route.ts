import { ACTIVITY_COLUMNS } from "@/lib/contract/report-columns";
import { activityHeading } from "@/lib/contract/report-headings";
import { ActivityFileQuery } from "@/lib/contract/reports";
import { reportDownload } from "@/lib/http/download";
import { activityLines } from "@/lib/reports/export-activity";
import { exportReport, oneBatch } from "@/lib/reports/export-report";

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
