import { teamReply } from "@/lib/api/contract/portal/team";
import { get } from "@/lib/api/kernel/endpoint";
import { listTeam } from "@/lib/domain/team/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  mode: "live",
  reply: teamReply,
  handle: (ctx) => listTeam(ctx),
});
