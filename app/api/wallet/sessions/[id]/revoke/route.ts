import { revokeWalletSession } from "@/lib/consumers/sessions";
import { revokedSessionsReply, SessionParams } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Close the wallet in one of the consumer's browsers.",
    scope: "wallet:own",
    params: SessionParams,
    reply: revokedSessionsReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params }) => revokeWalletSession(ctx, params),
  }),
});
