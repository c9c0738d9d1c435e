import { AcceptBody, acceptedReply } from "@/lib/api/contract/portal/team";
import { post } from "@/lib/api/kernel/endpoint";
import { acceptInvitation } from "@/lib/domain/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: AcceptBody,
  reply: acceptedReply,
  handle: (ctx, { body }) => acceptInvitation(ctx, body),
});
