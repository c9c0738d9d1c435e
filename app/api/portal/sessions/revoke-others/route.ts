import { revokedSessionsReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { revokeOtherSessions } from "@/lib/merchants/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "End all of the person's sessions but this one.",
    scope: "store:read",
    reply: revokedSessionsReply,
    refuses: ["unauthorized"],
    handle: revokeOtherSessions,
  }),
});
