import { CLOSING_COLUMNS, ClosingParams } from "@/lib/contract/closing";
import { FormatQuery } from "@/lib/contract/file-columns";
import { closingHeading } from "@/lib/contract/report-headings";
import { reportDownload } from "@/lib/http/download";
import { exportClosing } from "@/lib/reports/close-month";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  params: ClosingParams,
  query: FormatQuery,
  name: "closing",
  columns: CLOSING_COLUMNS,
  heading: ({ params }) => closingHeading(params.month),
  rows: (ctx, { params }) => exportClosing(ctx, params),
});
