import { emptyReply, ForgotPasswordBody } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { requestReset } from "@/lib/merchants/passwords/reset";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Have a link to choose another password mailed.",
    scope: null,
    body: ForgotPasswordBody,
    status: 202,
    reply: emptyReply,
    refuses: ["rate_limited"],
    handle: (ctx, { body }) => requestReset(ctx, body),
  }),
});
