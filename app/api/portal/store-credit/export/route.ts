import { ExportWalletsQuery, WALLET_COLUMNS } from "@/lib/contract/store-credit";
import { csvDownload } from "@/lib/http/download";
import { exportWallets } from "@/lib/store-credit/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportWalletsQuery,
  name: "store-credit",
  columns: WALLET_COLUMNS,
  rows: (ctx, { query }) => exportWallets(ctx, query),
});
