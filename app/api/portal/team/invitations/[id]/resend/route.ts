import { NoBody } from "@/lib/contract/fields";
import { invitationReply, TeamParams } from "@/lib/contract/team";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { resendInvitation } from "@/lib/merchants/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Send a pending invitation again with another link.",
    scope: "store:own",
    limit: "invitation",
    params: TeamParams,
    body: NoBody,
    reply: invitationReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => resendInvitation(ctx, params),
  }),
});
