import { differencesReply, ListDifferencesQuery } from "@/lib/contract/platform";
import { endpoint, resource } from "@/lib/http/endpoint";
import { listDifferences } from "@/lib/platforms/differences";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the cards whose balance the platform shows otherwise than the ledger.",
    scope: "store:read",
    query: ListDifferencesQuery,
    reply: differencesReply,
    refuses: ["platform_not_connected"],
    handle: (ctx, { query }) => listDifferences(ctx, query),
  }),
});
