import { SignUpBody, signedUpReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { signUp } from "@/lib/domain/people/sign-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: SignUpBody,
  status: 202,
  reply: signedUpReply,
  handle: (ctx, { body }) => signUp(ctx, body),
});
