import { ExportMovementsQuery } from "@/lib/contract/movement";
import { MOVEMENT_COLUMNS } from "@/lib/contract/movement-file";
import { exportTransactions } from "@/lib/history/search-transactions";
import { csvDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportMovementsQuery,
  name: "transactions",
  columns: MOVEMENT_COLUMNS,
  rows: (ctx, { query }) => exportTransactions(ctx, query),
});
