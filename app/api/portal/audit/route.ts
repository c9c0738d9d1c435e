import { listEntries } from "@/lib/audit/entries";
import { AuditQuery, auditReply } from "@/lib/contract/audit";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:manage",
  query: AuditQuery,
  reply: auditReply,
  handle: (ctx, { query }) => listEntries(ctx, query),
});
