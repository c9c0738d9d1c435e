import {
  CLOSING_COLUMNS,
  CloseMonthBody,
  ClosingParams,
  closingReply,
  closingsReply,
} from "@/lib/api/contract/portal/closing";
import { FormatQuery } from "@/lib/api/contract/portal/file-columns";
import { overviewReply } from "@/lib/api/contract/portal/overview";
import {
  ACTIVITY_COLUMNS,
  AGEING_COLUMNS,
  EXPIRED_COLUMNS,
  JOURNAL_COLUMNS,
  LIABILITY_COLUMNS,
  SETTLEMENT_COLUMNS,
} from "@/lib/api/contract/portal/report-columns";
import {
  activityHeading,
  closingHeading,
  reportHeading,
} from "@/lib/api/contract/portal/report-headings";
import {
  ActivityFileQuery,
  ActivityQuery,
  AgeingFileQuery,
  AgeingQuery,
  activityReply,
  ageingReply,
  CurrencyFileQuery,
  ExpiredQuery,
  expiredReply,
  expiredTotalsReply,
  JournalQuery,
  LiabilityQuery,
  liabilityReply,
  settlementReply,
  WriteOffBody,
  writeOffReply,
} from "@/lib/api/contract/portal/reports";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import { reportDownload } from "@/lib/documents/download";
import { writeOffExpired } from "@/lib/domain/cards/write-off";
import { readActivity } from "@/lib/domain/reports/activity";
import { ageingLines, readAgeing } from "@/lib/domain/reports/ageing";
import { closeMonth, exportClosing, listClosings } from "@/lib/domain/reports/close-month";
import { expiredBatches, listExpired, sumExpired } from "@/lib/domain/reports/expired-cards";
import { activityLines } from "@/lib/domain/reports/export-activity";
import { exportReport, oneBatch } from "@/lib/domain/reports/export-report";
import { exportJournal } from "@/lib/domain/reports/journal";
import { readOverview } from "@/lib/domain/reports/overview";
import { liabilityLines, readRollForward } from "@/lib/domain/reports/roll-forward";
import { exportSettlement, readSettlement } from "@/lib/domain/transfers/settlement";

export const reports = {
  "/overview": get({
    scope: "store:read",
    reply: overviewReply,
    handle: (ctx) => readOverview(ctx),
  }),
  "/reports/activity/export": reportDownload({
    scope: "store:read",
    query: ActivityFileQuery,
    name: "activity",
    columns: ACTIVITY_COLUMNS,
    heading: ({ query }) => activityHeading(query),
    rows: (ctx, { query }) =>
      exportReport(
        ctx,
        "activity",
        query,
        oneBatch(() => activityLines(ctx, query)),
      ),
  }),
  "/reports/activity": get({
    scope: "store:read",
    query: ActivityQuery,
    reply: activityReply,
    handle: (ctx, { query }) => readActivity(ctx, query),
  }),
  "/reports/ageing/export": reportDownload({
    scope: "store:read",
    query: AgeingFileQuery,
    name: "aging",
    columns: AGEING_COLUMNS,
    heading: () => reportHeading("ageing", {}),
    rows: (ctx, { query }) =>
      exportReport(
        ctx,
        "ageing",
        query,
        oneBatch(() => ageingLines(ctx, query)),
      ),
  }),
  "/reports/ageing": get({
    scope: "store:read",
    query: AgeingQuery,
    reply: ageingReply,
    handle: (ctx, { query }) => readAgeing(ctx, query),
  }),
  "/reports/closings": resource({
    GET: endpoint({
      scope: "store:read",
      reply: closingsReply,
      handle: (ctx) => listClosings(ctx),
    }),
    POST: endpoint({
      scope: "store:own",
      body: CloseMonthBody,
      reply: closingReply,
      status: 201,
      handle: (ctx, { body }) => closeMonth(ctx, body),
    }),
  }),
  "/reports/closings/{month}/export": reportDownload({
    scope: "store:read",
    params: ClosingParams,
    query: FormatQuery,
    name: (_ctx, { params }) => `closing ${params.month}`,
    columns: CLOSING_COLUMNS,
    heading: ({ params }) => closingHeading(params.month),
    rows: (ctx, { params }) => exportClosing(ctx, params),
  }),
  "/reports/expired/export": reportDownload({
    scope: "store:read",
    query: CurrencyFileQuery,
    name: "breakage",
    columns: EXPIRED_COLUMNS,
    heading: ({ query }) => reportHeading("breakage", query),
    rows: (ctx, { query }) => exportReport(ctx, "breakage", query, expiredBatches(ctx, query)),
  }),
  "/reports/expired": get({
    scope: "store:read",
    query: ExpiredQuery,
    reply: expiredReply,
    handle: (ctx, { query }) => listExpired(ctx, query),
  }),
  "/reports/expired/totals": get({
    scope: "store:read",
    reply: expiredTotalsReply,
    handle: (ctx) => sumExpired(ctx),
  }),
  "/reports/journal": reportDownload({
    scope: "store:read",
    query: JournalQuery,
    name: "journal",
    columns: JOURNAL_COLUMNS,
    heading: ({ query }) => reportHeading("journal", query),
    rows: (ctx, { query }) => exportJournal(ctx, query),
  }),
  "/reports/liability/export": reportDownload({
    scope: "store:read",
    query: CurrencyFileQuery,
    name: "liability",
    columns: LIABILITY_COLUMNS,
    heading: ({ query }) => reportHeading("liability", query),
    rows: (ctx, { query }) =>
      exportReport(
        ctx,
        "liability",
        query,
        oneBatch(() => liabilityLines(ctx, query)),
      ),
  }),
  "/reports/liability": get({
    scope: "store:read",
    query: LiabilityQuery,
    reply: liabilityReply,
    handle: (ctx, { query }) => readRollForward(ctx, query),
  }),
  "/reports/settlement/export": reportDownload({
    scope: "store:read",
    query: FormatQuery,
    name: "settlement",
    columns: SETTLEMENT_COLUMNS,
    heading: () => reportHeading("settlement", {}),
    rows: (ctx) => exportSettlement(ctx),
  }),
  "/reports/settlement": get({
    scope: "store:read",
    reply: settlementReply,
    handle: (ctx) => readSettlement(ctx),
  }),
  "/reports/write-off": post({
    scope: "store:own",
    body: WriteOffBody,
    reply: writeOffReply,
    handle: (ctx, { body }) => writeOffExpired(ctx, body),
  }),
};
