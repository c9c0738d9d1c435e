import { revokeToken } from "@/lib/consumers/tokens";
import { revokedSessionsReply, SessionParams } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "End one of the consumer's tokens.",
    scope: "wallet:own",
    params: SessionParams,
    reply: revokedSessionsReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params }) => revokeToken(ctx, params),
  }),
});
