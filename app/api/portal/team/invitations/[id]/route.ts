import { removedReply, TeamParams } from "@/lib/api/contract/portal/team";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { withdrawInvitation } from "@/lib/domain/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  DELETE: endpoint({
    scope: "store:own",
    mode: "live",
    params: TeamParams,
    reply: removedReply,
    handle: (ctx, { params }) => withdrawInvitation(ctx, params),
  }),
});
