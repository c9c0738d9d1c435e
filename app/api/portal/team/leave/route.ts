import { removedReply } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { leaveTeam } from "@/lib/merchants/team/members";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Leave the store's team oneself.",
    scope: "store:read",
    reply: removedReply,
    refuses: ["unauthorized"],
    handle: (ctx) => leaveTeam(ctx),
  }),
});
