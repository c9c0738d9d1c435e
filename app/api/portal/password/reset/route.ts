import { emptyReply, ResetPasswordBody } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { resetPassword } from "@/lib/merchants/passwords/reset";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: ResetPasswordBody,
  reply: emptyReply,
  handle: (ctx, { body }) => resetPassword(ctx, body),
});
