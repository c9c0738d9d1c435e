import { revokeWalletSession } from "@/lib/consumers/sessions";
import { NoBody } from "@/lib/contract/fields";
import { revokedSessionsReply, SessionParams } from "@/lib/contract/sessions";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Close the wallet in one of the consumer's browsers.",
    scope: "wallet:own",
    params: SessionParams,
    body: NoBody,
    reply: revokedSessionsReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params }) => revokeWalletSession(ctx, params),
  }),
});
