import { emptyReply, TokenBody } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { confirmAddress } from "@/lib/merchants/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Confirm an account's e-mail address by the link that was mailed to it.",
    scope: null,
    body: TokenBody,
    reply: emptyReply,
    refuses: ["rate_limited"],
    handle: (ctx, { body }) => confirmAddress(ctx, body),
  }),
});
