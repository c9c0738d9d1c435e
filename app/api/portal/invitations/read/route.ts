import { TokenBody } from "@/lib/contract/account";
import { openInvitationReply } from "@/lib/contract/team";
import { post } from "@/lib/http/endpoint";
import { readInvitation } from "@/lib/merchants/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: TokenBody,
  reply: openInvitationReply,
  handle: (ctx, { body }) => readInvitation(ctx, body),
});
