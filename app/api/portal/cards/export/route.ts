import { exportCards } from "@/lib/cards/search";
import { CARD_COLUMNS, ExportCardsQuery } from "@/lib/contract/portal-cards";
import { csvDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportCardsQuery,
  name: "cards",
  columns: CARD_COLUMNS,
  rows: (ctx, { query }) => exportCards(ctx, query),
});
