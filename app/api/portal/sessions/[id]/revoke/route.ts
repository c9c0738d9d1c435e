import { revokedSessionsReply, SessionParams } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { revokeOwnSession } from "@/lib/domain/people/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  params: SessionParams,
  reply: revokedSessionsReply,
  handle: (ctx, { params }) => revokeOwnSession(ctx, params),
});
