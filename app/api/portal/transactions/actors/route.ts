import { actorsOf } from "@/lib/audit/actors";
import { actorsReply } from "@/lib/contract/movement";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The people and keys by which movements can be searched.",
    scope: "store:read",
    reply: actorsReply,
    refuses: [],
    handle: (ctx) => actorsOf(ctx),
  }),
});
