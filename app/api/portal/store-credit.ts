import {
  creditTotalsReply,
  ExportWalletsQuery,
  ListWalletsQuery,
  WALLET_COLUMNS,
  walletsReply,
} from "@/lib/api/contract/v1/store-credit";
import { get } from "@/lib/api/kernel/endpoint";
import { csvDownload } from "@/lib/documents/download";
import { exportWallets, listWallets } from "@/lib/domain/store-credit/list";
import { creditTotals } from "@/lib/domain/store-credit/totals";

export const storeCredit = {
  "/store-credit/export": csvDownload({
    scope: "store:read",
    query: ExportWalletsQuery,
    name: "store-credit",
    columns: WALLET_COLUMNS,
    rows: (ctx, { query }) => exportWallets(ctx, query),
  }),
  "/store-credit": get({
    scope: "store:read",
    query: ListWalletsQuery,
    reply: walletsReply,
    handle: (ctx, { query }) => listWallets(ctx, query),
  }),
  "/store-credit/totals": get({
    scope: "store:read",
    reply: creditTotalsReply,
    handle: creditTotals,
  }),
};
