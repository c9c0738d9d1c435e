import { emptyReply, ResetPasswordBody } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { setKnownCookie } from "@/lib/api/kernel/sessions";
import { resetPassword } from "@/lib/domain/people/passwords/reset";

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
