import { FilterMovementsQuery } from "@/lib/contract/movement";
import { MOVEMENT_COLUMNS } from "@/lib/contract/movement-file";
import { exportTransactions } from "@/lib/history/search-transactions";
import { download } from "@/lib/http/download";
import { resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: download({
    summary: "Every movement that matches, as a file.",
    scope: "store:read",
    query: FilterMovementsQuery,
    refuses: ["rate_limited"],
    name: "transactions",
    columns: MOVEMENT_COLUMNS,
    rows: (ctx, { query }) => exportTransactions(ctx, query),
  }),
});
