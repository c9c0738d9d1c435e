import { CARD_COLUMNS } from "@/lib/api/contract/portal/cards";
import { SelectedCardsBody } from "@/lib/api/contract/v1/bulk-cards";
import { csvDownload } from "@/lib/documents/download";
import { exportSelectedCards } from "@/lib/domain/cards/search";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  body: SelectedCardsBody,
  name: "cards",
  columns: CARD_COLUMNS,
  rows: (ctx, { body }) => exportSelectedCards(ctx, body),
});
