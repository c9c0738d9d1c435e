import { emptyReply, TokenBody } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { confirmAddress } from "@/lib/merchants/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: TokenBody,
  reply: emptyReply,
  handle: (ctx, { body }) => confirmAddress(ctx, body),
});
