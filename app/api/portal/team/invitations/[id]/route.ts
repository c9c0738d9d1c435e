import { removedReply, TeamParams } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { withdrawInvitation } from "@/lib/merchants/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  DELETE: endpoint({
    summary: "Withdraw a pending invitation: its link opens nothing any more.",
    scope: "store:own",
    params: TeamParams,
    reply: removedReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => withdrawInvitation(ctx, params),
  }),
});
