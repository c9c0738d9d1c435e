import { removedReply } from "@/lib/contract/team";
import { post } from "@/lib/http/endpoint";
import { leaveTeam } from "@/lib/merchants/team/members";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  mode: "live",
  reply: removedReply,
  handle: (ctx) => leaveTeam(ctx),
});
