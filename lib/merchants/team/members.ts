import { and, eq } from "drizzle-orm";
import type { Action } from "../../audit/actions";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import type { Tx } from "../../db/client";
import { memberships, userSessions } from "../../db/schema/users";
import { operation } from "../../ledger/operation";
import type { Role } from "../../roles";
import { lockStore } from "../find";
import { signedInUserOf } from "../sessions";
import { withdrawInvitationsOf } from "./invite";
import { keepAnOwner, lockMember, lockTeamAsOwner, type Member } from "./lock";

/**
 * Changes a member's role, effective from their next request. If they were an owner, their pending
 * invitations are withdrawn.
 * Refuses: not_found, invalid_request (the last owner).
 */
export const changeRole = (ctx: Ctx, { userId, role }: { userId: string; role: Role }) =>
  operation(ctx, async (tx): Promise<Member> => {
    const { merchantId } = ctx;
    await lockTeamAsOwner(tx, ctx);
    const member = await lockMember(tx, merchantId, userId);
    if (member.role === role) return member;
    await keepAnOwner(tx, merchantId, member);
    await tx
      .update(memberships)
      .set({ role })
      .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
    if (member.role === "owner") await withdrawInvitationsOf(tx, ctx, userId);
    await audit(tx, authorOf(ctx), {
      action: "team.role_changed",
      subjectId: userId,
      details: { email: member.email, role: { from: member.role, to: role } },
    });
    return { ...member, role };
  });

/**
 * Removes a member from the store's team. Ends their sessions at this store and withdraws the pending
 * invitations they sent. What they created, such as API keys, stays.
 * Refuses: not_found, invalid_request (the last owner).
 */
export const removeMember = (ctx: Ctx, { userId }: { userId: string }) =>
  operation(ctx, async (tx) => {
    await lockTeamAsOwner(tx, ctx);
    return await removeFrom(tx, ctx, userId, "team.removed");
  });

/** Removes the signed-in user from the team. Refuses: unauthorized, invalid_request (the last owner). */
export const leaveTeam = (ctx: Ctx) =>
  operation(ctx, async (tx) => {
    await lockStore(tx, ctx.merchantId);
    return await removeFrom(tx, ctx, signedInUserOf(ctx).userId, "team.left");
  });

async function removeFrom(
  tx: Tx,
  ctx: Ctx,
  userId: string,
  action: Action,
): Promise<{ id: string }> {
  const { merchantId } = ctx;
  // Lock before the sessions are deleted: a session that is just being opened is either deleted below or
  // finds no membership.
  const member = await lockMember(tx, merchantId, userId);
  await keepAnOwner(tx, merchantId, member);
  await tx
    .delete(userSessions)
    .where(and(eq(userSessions.merchantId, merchantId), eq(userSessions.userId, userId)));
  await tx
    .delete(memberships)
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
  await withdrawInvitationsOf(tx, ctx, userId);
  const { name, email, role } = member;
  await audit(tx, authorOf(ctx), { action, subjectId: userId, details: { name, email, role } });
  return { id: userId };
}
