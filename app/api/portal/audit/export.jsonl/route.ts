import { auditLine, FilterAuditQuery } from "@/lib/api/contract/portal/audit";
import { jsonLinesDownload } from "@/lib/documents/download";
import { exportEntries } from "@/lib/domain/audit/entries";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = jsonLinesDownload({
  scope: "store:manage",
  query: FilterAuditQuery,
  name: "audit-log",
  line: auditLine,
  rows: (ctx, { query }) => exportEntries(ctx, query),
});
