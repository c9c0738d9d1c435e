import { removedReply, TeamParams } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { withdrawInvitation } from "@/lib/merchants/team/invite";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  DELETE: endpoint({
    scope: "store:own",
    mode: "live",
    params: TeamParams,
    reply: removedReply,
    handle: (ctx, { params }) => withdrawInvitation(ctx, params),
  }),
});
