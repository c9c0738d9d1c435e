import { revokedSessionsReply, SessionParams } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { revokeOwnSession } from "@/lib/merchants/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  params: SessionParams,
  reply: revokedSessionsReply,
  handle: (ctx, { params }) => revokeOwnSession(ctx, params),
});
