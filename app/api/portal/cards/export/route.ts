import { CARD_COLUMNS, ExportCardsQuery } from "@/lib/api/contract/portal/cards";
import { csvDownload } from "@/lib/documents/download";
import { exportCards } from "@/lib/domain/cards/search";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: ExportCardsQuery,
  name: "cards",
  columns: CARD_COLUMNS,
  rows: (ctx, { query }) => exportCards(ctx, query),
});
