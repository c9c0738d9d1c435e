import { emptyReply, TokenBody } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { confirmAddress } from "@/lib/domain/people/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: TokenBody,
  reply: emptyReply,
  handle: (ctx, { body }) => confirmAddress(ctx, body),
});
