import { actorsOf } from "@/lib/audit/actors";
import { actorsReply } from "@/lib/contract/movement";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The people and keys by which movements can be searched.",
    scope: "store:read",
    reply: actorsReply,
    handle: (ctx) => actorsOf(ctx),
  }),
});
