import { exportCards } from "@/lib/cards/search";
import { CARD_COLUMNS, ExportCardsQuery } from "@/lib/contract/portal-cards";
import { download } from "@/lib/http/download";
import { resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: download({
    summary: "Every card that matches, as a file without codes; audited.",
    scope: "store:read",
    query: ExportCardsQuery,
    refuses: ["rate_limited"],
    name: "cards",
    columns: CARD_COLUMNS,
    rows: (ctx, { query }) => exportCards(ctx, query),
  }),
});
