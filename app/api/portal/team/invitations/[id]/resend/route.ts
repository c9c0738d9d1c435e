import { invitationReply, TeamParams } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { resendInvitation } from "@/lib/merchants/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Send a pending invitation again with another link.",
    scope: "store:own",
    limit: "invitation",
    params: TeamParams,
    reply: invitationReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => resendInvitation(ctx, params),
  }),
});
