import { CLOSING_COLUMNS, ClosingParams } from "@/lib/api/contract/portal/closing";
import { FormatQuery } from "@/lib/api/contract/portal/file-columns";
import { closingHeading } from "@/lib/api/contract/portal/report-headings";
import { reportDownload } from "@/lib/documents/download";
import { exportClosing } from "@/lib/domain/reports/close-month";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  params: ClosingParams,
  query: FormatQuery,
  name: "closing",
  columns: CLOSING_COLUMNS,
  heading: ({ params }) => closingHeading(params.month),
  rows: (ctx, { params }) => exportClosing(ctx, params),
});
