import { SETTLEMENT_COLUMNS } from "@/lib/contract/reports";
import { download } from "@/lib/http/download";
import { resource } from "@/lib/http/endpoint";
import { exportSettlement } from "@/lib/transfers/settlement";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: download({
    summary: "The settlement of transfers, as a file.",
    scope: "store:read",
    name: "settlement",
    columns: SETTLEMENT_COLUMNS,
    rows: (ctx) => exportSettlement(ctx),
  }),
});
