import { exportEntries } from "@/lib/audit/entries";
import { AUDIT_COLUMNS, FilterAuditQuery } from "@/lib/contract/audit";
import { download } from "@/lib/http/download";
import { resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: download({
    summary: "Every entry of the audit log that matches, as a file.",
    scope: "store:manage",
    query: FilterAuditQuery,
    refuses: ["rate_limited"],
    name: "audit-log",
    columns: AUDIT_COLUMNS,
    rows: (ctx, { query }) => exportEntries(ctx, query),
  }),
});
