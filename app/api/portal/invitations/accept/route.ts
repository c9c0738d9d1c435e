import { AcceptBody, acceptedReply } from "@/lib/contract/team";
import { post } from "@/lib/http/endpoint";
import { acceptInvitation } from "@/lib/merchants/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: AcceptBody,
  reply: acceptedReply,
  handle: (ctx, { body }) => acceptInvitation(ctx, body),
});
