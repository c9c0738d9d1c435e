import { removedReply } from "@/lib/api/contract/portal/team";
import { post } from "@/lib/api/kernel/endpoint";
import { leaveTeam } from "@/lib/domain/team/members";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  mode: "live",
  reply: removedReply,
  handle: (ctx) => leaveTeam(ctx),
});
