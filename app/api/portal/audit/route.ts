import { AuditQuery, auditReply } from "@/lib/api/contract/portal/audit";
import { get } from "@/lib/api/kernel/endpoint";
import { listEntries } from "@/lib/domain/audit/entries";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:manage",
  query: AuditQuery,
  reply: auditReply,
  handle: (ctx, { query }) => listEntries(ctx, query),
});
