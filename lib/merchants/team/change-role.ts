import { and, eq } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx, Role } from "../../context";
import { memberships } from "../../db/schema/users";
import { operation } from "../../ledger/operation";
import { keepAnOwner, lockMember, lockTeamAsOwner, type Member } from "./lock";
import { withdrawInvitationsOf } from "./withdraw-of";

/**
 * Gives a member another role, in force with their next request. The pending invitations of who is
 * no owner any more are withdrawn.
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
