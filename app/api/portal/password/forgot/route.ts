import { emptyReply, ForgotPasswordBody } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { requestReset } from "@/lib/merchants/passwords/reset";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: ForgotPasswordBody,
  status: 202,
  reply: emptyReply,
  handle: (ctx, { body }) => requestReset(ctx, body),
});
