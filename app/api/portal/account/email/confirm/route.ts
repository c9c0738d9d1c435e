import { emptyReply, TokenBody } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { confirmEmailChange } from "@/lib/merchants/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  // The page of the link shows no store.
  anyStore: true,
  body: TokenBody,
  reply: emptyReply,
  handle: (ctx, { body }) => confirmEmailChange(ctx, body),
});
