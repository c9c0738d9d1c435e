import { ExportWalletsQuery, WALLET_COLUMNS } from "@/lib/api/contract/v1/store-credit";
import { csvDownload } from "@/lib/documents/download";
import { exportWallets } from "@/lib/domain/store-credit/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportWalletsQuery,
  name: "store-credit",
  columns: WALLET_COLUMNS,
  rows: (ctx, { query }) => exportWallets(ctx, query),
});
