import { InviteBody, invitationReply } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { inviteToTeam } from "@/lib/merchants/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Invite an address to the store's team.",
    scope: "store:own",
    limit: "invitation",
    body: InviteBody,
    status: 201,
    reply: invitationReply,
    handle: (ctx, { body }) => inviteToTeam(ctx, body),
  }),
});
