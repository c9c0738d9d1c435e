import {
  escrowReply,
  GiftsFileQuery,
  giftsReply,
  ListGiftsQuery,
} from "@/lib/api/contract/portal/gifts";
import { GIFT_COLUMNS } from "@/lib/api/contract/portal/report-columns";
import { reportHeading } from "@/lib/api/contract/portal/report-headings";
import { get } from "@/lib/api/kernel/endpoint";
import { reportDownload } from "@/lib/documents/download";
import { escrowTotals, giftBatches, listGifts } from "@/lib/domain/gifts/list";
import { exportReport } from "@/lib/domain/reports/export-report";

export const gifts = {
  "/gifts/export": reportDownload({
    scope: "store:read",
    query: GiftsFileQuery,
    name: "gifts",
    columns: GIFT_COLUMNS,
    heading: () => reportHeading("gifts", {}),
    rows: (ctx, { query }) => exportReport(ctx, "gifts", query, giftBatches(ctx, query)),
  }),
  "/gifts": get({
    scope: "store:read",
    query: ListGiftsQuery,
    reply: giftsReply,
    handle: (ctx, { query }) => listGifts(ctx, query),
  }),
  "/gifts/totals": get({
    scope: "store:read",
    reply: escrowReply,
    handle: (ctx) => escrowTotals(ctx),
  }),
};
