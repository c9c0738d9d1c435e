import { memberReply, RoleBody, removedReply, TeamParams } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { changeRole, removeMember } from "@/lib/merchants/team/members";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    summary: "Give a member another role, in force with their next request.",
    scope: "store:own",
    params: TeamParams,
    body: RoleBody,
    reply: memberReply,
    refuses: ["not_found"],
    handle: (ctx, { params, body }) => changeRole(ctx, { userId: params.id, role: body.role }),
  }),
  DELETE: endpoint({
    summary: "Remove a member; their sessions at this store end at once.",
    scope: "store:own",
    params: TeamParams,
    reply: removedReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => removeMember(ctx, { userId: params.id }),
  }),
});
