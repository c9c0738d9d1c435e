import { revokedSessionsReply, SessionParams } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { revokeOwnSession } from "@/lib/merchants/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "End one of the person's own sessions.",
    scope: "store:read",
    params: SessionParams,
    reply: revokedSessionsReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params }) => revokeOwnSession(ctx, params),
  }),
});
