import { invitationReply, TeamParams } from "@/lib/contract/team";
import { post } from "@/lib/http/endpoint";
import { resendInvitation } from "@/lib/merchants/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  mode: "live",
  limit: "invitation",
  params: TeamParams,
  reply: invitationReply,
  handle: (ctx, { params }) => resendInvitation(ctx, params),
});
