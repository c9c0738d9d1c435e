import { NoBody } from "@/lib/contract/fields";
import { revokedSessionsReply, SessionParams } from "@/lib/contract/sessions";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { revokeOwnSession } from "@/lib/merchants/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "End one of the person's own sessions.",
    scope: "store:read",
    params: SessionParams,
    body: NoBody,
    reply: revokedSessionsReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params }) => revokeOwnSession(ctx, params),
  }),
});
