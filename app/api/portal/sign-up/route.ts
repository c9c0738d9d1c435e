import { SignUpBody, signedUpReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { signUp } from "@/lib/merchants/sign-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: SignUpBody,
  status: 202,
  reply: signedUpReply,
  handle: (ctx, { body }) => signUp(ctx, body),
});
