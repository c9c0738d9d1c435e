import {
  AUDIT_COLUMNS,
  AuditQuery,
  auditLine,
  auditReply,
  FilterAuditQuery,
} from "@/lib/api/contract/portal/audit";
import { get } from "@/lib/api/kernel/endpoint";
import { csvDownload, jsonLinesDownload } from "@/lib/documents/download";
import { exportEntries, listEntries } from "@/lib/domain/audit/entries";

export const audit = {
  "/audit/export.jsonl": jsonLinesDownload({
    scope: "store:manage",
    query: FilterAuditQuery,
    name: "audit-log",
    line: auditLine,
    rows: (ctx, { query }) => exportEntries(ctx, query),
  }),
  "/audit/export": csvDownload({
    scope: "store:manage",
    query: FilterAuditQuery,
    name: "audit-log",
    columns: AUDIT_COLUMNS,
    rows: (ctx, { query }) => exportEntries(ctx, query),
  }),
  "/audit": get({
    scope: "store:manage",
    query: AuditQuery,
    reply: auditReply,
    handle: (ctx, { query }) => listEntries(ctx, query),
  }),
};
