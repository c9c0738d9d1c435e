import { and, count, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx, Role } from "../../context";
import type { Tx } from "../../db/client";
import { invitations } from "../../db/schema/invitations";
import { memberships, users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { newId } from "../../ids";
import { operation } from "../../ledger/operation";
import { newTokenLink } from "../../opaque-token";
import { takeAttempt } from "../../throttle/throttle";
import { findInvitation, type Invitation, isPending } from "./invitations";
import { lockTeamAsOwner } from "./lock";
import { INVITATION_DAYS, INVITATION_PATH, MAX_TEAM } from "./policy";
import { queueInvitation } from "./send";

export type NewInvitation = { email: string; role: Role };

/**
 * Invites an address to the store's team, by a mail whose link works once and for seven days.
 * Refuses: invalid_request (in the team or invited already, too many people), rate_limited (by
 * network address as well).
 */
export async function inviteToTeam(ctx: Ctx, { email, role }: NewInvitation) {
  await takeAttempt("invitation-mail", ctx.address);
  return await operation(ctx, async (tx): Promise<{ invitation: Invitation }> => {
    const { merchantId, principal } = ctx;
    await lockTeamAsOwner(tx, ctx);
    await check(tx, merchantId, email);
    const id = newId();
    const { tokenHash, link } = newTokenLink(INVITATION_PATH);
    await tx.insert(invitations).values({
      merchantId,
      id,
      email,
      role,
      tokenHash,
      invitedBy: principal.actor,
      expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
    });
    await audit(tx, authorOf(ctx), {
      action: "team.invited",
      subjectId: id,
      details: { email, role },
    });
    const invitation = await findInvitation(tx, merchantId, id);
    await queueInvitation(tx, merchantId, invitation, link);
    return { invitation };
  });
}

async function check(tx: Tx, merchantId: string, email: string): Promise<void> {
  const people = eq(memberships.merchantId, merchantId);
  const [member] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(people, eq(users.email, email)));
  if (member) throw invalid("email", "is in the team already");
  const [invited] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(isPending(merchantId), eq(invitations.email, email)));
  if (invited) throw invalid("email", "is invited already; send that invitation again instead");
  const [team] = await tx
    .select({
      size: sql<number>`${count()} + (select count(*) from ${invitations}
        where ${isPending(merchantId)})`.mapWith(Number),
    })
    .from(memberships)
    .where(people);
  if (team && team.size >= MAX_TEAM) {
    throw invalid("email", `is one too many: a team has at most ${MAX_TEAM} people`);
  }
}
