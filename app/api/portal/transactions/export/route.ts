import { ExportMovementsQuery } from "@/lib/api/contract/portal/movement";
import { MOVEMENT_COLUMNS } from "@/lib/api/contract/portal/movement-file";
import { csvDownload } from "@/lib/documents/download";
import { exportTransactions } from "@/lib/domain/transactions/search-transactions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportMovementsQuery,
  name: "transactions",
  columns: MOVEMENT_COLUMNS,
  rows: (ctx, { query }) => exportTransactions(ctx, query),
});
