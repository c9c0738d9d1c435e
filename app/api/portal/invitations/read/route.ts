import { TokenBody } from "@/lib/contract/account";
import { openInvitationReply } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readInvitation } from "@/lib/merchants/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Tell what an invitation's link opens. Answers nothing and accepts nothing.",
    scope: null,
    body: TokenBody,
    reply: openInvitationReply,
    refuses: ["not_found", "rate_limited"],
    handle: (ctx, { body }) => readInvitation(ctx, body),
  }),
});
