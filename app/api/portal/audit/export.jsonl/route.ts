import { exportEntries } from "@/lib/audit/entries";
import { auditLine, FilterAuditQuery } from "@/lib/contract/audit";
import { jsonLinesDownload } from "@/lib/http/download";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = jsonLinesDownload({
  scope: "store:manage",
  query: FilterAuditQuery,
  name: "audit-log",
  line: auditLine,
  rows: (ctx, { query }) => exportEntries(ctx, query),
});
