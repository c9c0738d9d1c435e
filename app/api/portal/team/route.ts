import { teamReply } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { listTeam } from "@/lib/merchants/team/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the store's people and pending invitations.",
    scope: "store:read",
    reply: teamReply,
    handle: (ctx) => listTeam(ctx),
  }),
});
