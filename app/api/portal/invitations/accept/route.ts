import { AcceptBody, acceptedReply } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { acceptInvitation } from "@/lib/merchants/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Accept an invitation with a new account, or with the password of one's own.",
    scope: null,
    body: AcceptBody,
    reply: acceptedReply,
    refuses: ["not_found", "rate_limited", "unavailable"],
    handle: (ctx, { body }) => acceptInvitation(ctx, body),
  }),
});
