import { emptyReply, ResetPasswordBody } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { resetPassword } from "@/lib/merchants/passwords/reset";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Choose another password by a mailed link; all sessions end.",
    scope: null,
    body: ResetPasswordBody,
    reply: emptyReply,
    refuses: ["rate_limited"],
    handle: (ctx, { body }) => resetPassword(ctx, body),
  }),
});
