import { invitationReply, TeamParams } from "@/lib/api/contract/portal/team";
import { post } from "@/lib/api/kernel/endpoint";
import { resendInvitation } from "@/lib/domain/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  mode: "live",
  limit: "invitation",
  params: TeamParams,
  reply: invitationReply,
  handle: (ctx, { params }) => resendInvitation(ctx, params),
});
