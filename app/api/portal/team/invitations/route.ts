import { InviteBody, invitationReply } from "@/lib/contract/team";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { inviteToTeam } from "@/lib/merchants/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Invite an address to the store's team.",
    scope: "store:own",
    limit: "invitation",
    body: InviteBody,
    status: 201,
    reply: invitationReply,
    refuses: [],
    handle: (ctx, { body }) => inviteToTeam(ctx, body),
  }),
});
