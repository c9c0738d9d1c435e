import { SETTLEMENT_COLUMNS } from "@/lib/contract/reports";
import { csvDownload } from "@/lib/http/download";
import { exportSettlement } from "@/lib/transfers/settlement";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  name: "settlement",
  columns: SETTLEMENT_COLUMNS,
  rows: (ctx) => exportSettlement(ctx),
});
