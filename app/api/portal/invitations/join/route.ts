import { TokenBody } from "@/lib/api/contract/portal/account";
import { switchedStoreReply } from "@/lib/api/contract/portal/store";
import { post } from "@/lib/api/kernel/endpoint";
import { joinTeam } from "@/lib/domain/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  anyStore: true,
  body: TokenBody,
  reply: switchedStoreReply,
  handle: (ctx, { body }) => joinTeam(ctx, body),
});
