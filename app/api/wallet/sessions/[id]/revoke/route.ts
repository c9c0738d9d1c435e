import { revokeWalletSession } from "@/lib/consumers/sessions";
import { revokedSessionsReply, SessionParams } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  params: SessionParams,
  reply: revokedSessionsReply,
  handle: (ctx, { params }) => revokeWalletSession(ctx, params),
});
