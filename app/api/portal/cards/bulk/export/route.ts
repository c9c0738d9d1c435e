import { exportSelectedCards } from "@/lib/cards/search";
import { SelectedCardsBody } from "@/lib/contract/bulk-cards";
import { CARD_COLUMNS } from "@/lib/contract/portal-cards";
import { csvDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  body: SelectedCardsBody,
  name: "cards",
  columns: CARD_COLUMNS,
  rows: (ctx, { body }) => exportSelectedCards(ctx, body),
});
