import { exportEntries } from "@/lib/audit/entries";
import { AUDIT_COLUMNS, FilterAuditQuery } from "@/lib/contract/audit";
import { csvDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:manage",
  query: FilterAuditQuery,
  name: "audit-log",
  columns: AUDIT_COLUMNS,
  rows: (ctx, { query }) => exportEntries(ctx, query),
});
