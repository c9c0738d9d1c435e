import { NoBody } from "@/lib/contract/fields";
import { revokedSessionsReply } from "@/lib/contract/sessions";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { revokeOtherSessions } from "@/lib/merchants/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "End all of the person's sessions but this one.",
    scope: "store:read",
    body: NoBody,
    reply: revokedSessionsReply,
    refuses: ["unauthorized"],
    handle: revokeOtherSessions,
  }),
});
