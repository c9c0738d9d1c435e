import { emptyReply, ResetPasswordBody } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { setKnownCookie } from "@/lib/http/sessions";
import { resetPassword } from "@/lib/merchants/passwords/reset";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: ResetPasswordBody,
  reply: emptyReply,
  handle: async (ctx, { body }) => {
    const { email } = await resetPassword(ctx, body);
    setKnownCookie(ctx, email);
    return {};
  },
});
