import {
  memberReply,
  RemoveBody,
  RoleBody,
  removedReply,
  TeamParams,
} from "@/lib/api/contract/portal/team";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { changeRole, removeMember } from "@/lib/domain/team/members";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:own",
    mode: "live",
    params: TeamParams,
    body: RoleBody,
    reply: memberReply,
    handle: (ctx, { params, body }) => changeRole(ctx, { userId: params.id, role: body.role }),
  }),
  DELETE: endpoint({
    scope: "store:own",
    mode: "live",
    params: TeamParams,
    body: RemoveBody,
    reply: removedReply,
    handle: (ctx, { params, body }) => removeMember(ctx, { userId: params.id, ...body }),
  }),
});
