import { listEntries } from "@/lib/audit/entries";
import { AuditQuery, auditReply } from "@/lib/contract/audit";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List what was done at the store, newest first.",
    scope: "store:manage",
    query: AuditQuery,
    reply: auditReply,
    handle: (ctx, { query }) => listEntries(ctx, query),
  }),
});
