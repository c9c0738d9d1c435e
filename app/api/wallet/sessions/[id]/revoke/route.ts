import { revokedSessionsReply, SessionParams } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { revokeWalletSession } from "@/lib/domain/wallet/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  params: SessionParams,
  reply: revokedSessionsReply,
  handle: (ctx, { params }) => revokeWalletSession(ctx, params),
});
