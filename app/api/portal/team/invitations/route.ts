import { InviteBody, invitationReply } from "@/lib/contract/team";
import { post } from "@/lib/http/endpoint";
import { inviteToTeam } from "@/lib/merchants/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  mode: "live",
  limit: "invitation",
  body: InviteBody,
  status: 201,
  reply: invitationReply,
  handle: (ctx, { body }) => inviteToTeam(ctx, body),
});
