import { NoBody } from "@/lib/contract/fields";
import { removedReply } from "@/lib/contract/team";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { leaveTeam } from "@/lib/merchants/team/members";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Leave the store's team oneself.",
    scope: "store:read",
    body: NoBody,
    reply: removedReply,
    refuses: ["unauthorized"],
    handle: (ctx) => leaveTeam(ctx),
  }),
});
