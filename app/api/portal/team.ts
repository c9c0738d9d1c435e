import { TokenBody } from "@/lib/api/contract/portal/account";
import { switchedStoreReply } from "@/lib/api/contract/portal/store";
import {
  AcceptBody,
  acceptedReply,
  InviteBody,
  invitationReply,
  memberReply,
  openInvitationReply,
  RemoveBody,
  RoleBody,
  removedReply,
  TeamParams,
  teamReply,
} from "@/lib/api/contract/portal/team";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import { acceptInvitation, joinTeam, readInvitation } from "@/lib/domain/team/accept";
import { inviteToTeam, resendInvitation, withdrawInvitation } from "@/lib/domain/team/invite";
import { listTeam } from "@/lib/domain/team/list";
import { changeRole, leaveTeam, removeMember } from "@/lib/domain/team/members";

export const team = {
  "/invitations/accept": post({
    scope: null,
    body: AcceptBody,
    reply: acceptedReply,
    handle: (ctx, { body }) => acceptInvitation(ctx, body),
  }),
  "/invitations/join": post({
    scope: "store:read",
    anyStore: true,
    body: TokenBody,
    reply: switchedStoreReply,
    handle: (ctx, { body }) => joinTeam(ctx, body),
  }),
  "/invitations/read": post({
    scope: null,
    body: TokenBody,
    reply: openInvitationReply,
    handle: (ctx, { body }) => readInvitation(ctx, body),
  }),
  "/team/invitations": post({
    scope: "store:own",
    mode: "live",
    limit: "invitation",
    body: InviteBody,
    status: 201,
    reply: invitationReply,
    handle: (ctx, { body }) => inviteToTeam(ctx, body),
  }),
  "/team/invitations/{id}/resend": post({
    scope: "store:own",
    mode: "live",
    limit: "invitation",
    params: TeamParams,
    reply: invitationReply,
    handle: (ctx, { params }) => resendInvitation(ctx, params),
  }),
  "/team/invitations/{id}": resource({
    DELETE: endpoint({
      scope: "store:own",
      mode: "live",
      params: TeamParams,
      reply: removedReply,
      handle: (ctx, { params }) => withdrawInvitation(ctx, params),
    }),
  }),
  "/team/leave": post({
    scope: "store:read",
    mode: "live",
    reply: removedReply,
    handle: (ctx) => leaveTeam(ctx),
  }),
  "/team": get({
    scope: "store:read",
    mode: "live",
    reply: teamReply,
    handle: (ctx) => listTeam(ctx),
  }),
  "/team/{id}": resource({
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
  }),
};
