import { teamReply } from "@/lib/contract/team";
import { get } from "@/lib/http/endpoint";
import { listTeam } from "@/lib/merchants/team/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  mode: "live",
  reply: teamReply,
  handle: (ctx) => listTeam(ctx),
});
