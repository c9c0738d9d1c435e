import { InviteBody, invitationReply } from "@/lib/api/contract/portal/team";
import { post } from "@/lib/api/kernel/endpoint";
import { inviteToTeam } from "@/lib/domain/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  mode: "live",
  limit: "invitation",
  body: InviteBody,
  status: 201,
  reply: invitationReply,
  handle: (ctx, { body }) => inviteToTeam(ctx, body),
});
