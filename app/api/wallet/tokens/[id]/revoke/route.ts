import { revokedSessionsReply, SessionParams } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { revokeToken } from "@/lib/domain/wallet/tokens";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  params: SessionParams,
  reply: revokedSessionsReply,
  handle: (ctx, { params }) => revokeToken(ctx, params),
});
