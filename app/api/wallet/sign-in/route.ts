import { emptyReply } from "@/lib/api/contract/portal/account";
import { SignInBody } from "@/lib/api/contract/wallet/wallet";
import { post } from "@/lib/api/kernel/endpoint";
import { requestSignIn } from "@/lib/domain/wallet/links";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: SignInBody,
  status: 202,
  reply: emptyReply,
  handle: (ctx, { body }) => requestSignIn(ctx, body),
});
