import { emptyReply, ForgotPasswordBody } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { requestReset } from "@/lib/domain/people/passwords/reset";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: ForgotPasswordBody,
  status: 202,
  reply: emptyReply,
  handle: (ctx, { body }) => requestReset(ctx, body),
});
