import { emptyReply, TokenBody } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { confirmEmailChange } from "@/lib/domain/people/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  // The page of the link shows no store.
  anyStore: true,
  body: TokenBody,
  reply: emptyReply,
  handle: (ctx, { body }) => confirmEmailChange(ctx, body),
});
