import { FormatQuery } from "@/lib/api/contract/portal/file-columns";
import { SETTLEMENT_COLUMNS } from "@/lib/api/contract/portal/report-columns";
import { reportHeading } from "@/lib/api/contract/portal/report-headings";
import { reportDownload } from "@/lib/documents/download";
import { exportSettlement } from "@/lib/domain/transfers/settlement";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: FormatQuery,
  name: "settlement",
  columns: SETTLEMENT_COLUMNS,
  heading: () => reportHeading("settlement", {}),
  rows: (ctx) => exportSettlement(ctx),
});
