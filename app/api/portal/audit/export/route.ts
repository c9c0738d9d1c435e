import { AUDIT_COLUMNS, FilterAuditQuery } from "@/lib/api/contract/portal/audit";
import { csvDownload } from "@/lib/documents/download";
import { exportEntries } from "@/lib/domain/audit/entries";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:manage",
  query: FilterAuditQuery,
  name: "audit-log",
  columns: AUDIT_COLUMNS,
  rows: (ctx, { query }) => exportEntries(ctx, query),
});
