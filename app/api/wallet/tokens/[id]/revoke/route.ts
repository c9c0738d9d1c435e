import { revokeToken } from "@/lib/consumers/tokens";
import { revokedSessionsReply, SessionParams } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  params: SessionParams,
  reply: revokedSessionsReply,
  handle: (ctx, { params }) => revokeToken(ctx, params),
});
