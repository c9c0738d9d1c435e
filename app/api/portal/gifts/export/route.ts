import { ExportGiftsQuery, GIFT_COLUMNS } from "@/lib/contract/portal-gifts";
import { exportGifts } from "@/lib/gifts/list";
import { csvDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportGiftsQuery,
  name: "gifts",
  columns: GIFT_COLUMNS,
  rows: (ctx, { query }) => exportGifts(ctx, query),
});
