import { requestSignIn } from "@/lib/consumers/links";
import { emptyReply } from "@/lib/contract/account";
import { SignInBody } from "@/lib/contract/consumer-wallet";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: SignInBody,
  status: 202,
  reply: emptyReply,
  handle: (ctx, { body }) => requestSignIn(ctx, body),
});
