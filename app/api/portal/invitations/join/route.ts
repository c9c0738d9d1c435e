import { TokenBody } from "@/lib/contract/account";
import { switchedStoreReply } from "@/lib/contract/store";
import { post } from "@/lib/http/endpoint";
import { joinTeam } from "@/lib/merchants/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  anyStore: true,
  body: TokenBody,
  reply: switchedStoreReply,
  handle: (ctx, { body }) => joinTeam(ctx, body),
});
