import { FormatQuery } from "@/lib/contract/file-columns";
import { SETTLEMENT_COLUMNS } from "@/lib/contract/report-columns";
import { reportHeading } from "@/lib/contract/report-headings";
import { reportDownload } from "@/lib/http/download";
import { exportSettlement } from "@/lib/transfers/settlement";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: FormatQuery,
  name: "settlement",
  columns: SETTLEMENT_COLUMNS,
  heading: () => reportHeading("settlement", {}),
  rows: (ctx) => exportSettlement(ctx),
});
