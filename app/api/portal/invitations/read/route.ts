import { TokenBody } from "@/lib/api/contract/portal/account";
import { openInvitationReply } from "@/lib/api/contract/portal/team";
import { post } from "@/lib/api/kernel/endpoint";
import { readInvitation } from "@/lib/domain/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: TokenBody,
  reply: openInvitationReply,
  handle: (ctx, { body }) => readInvitation(ctx, body),
});
