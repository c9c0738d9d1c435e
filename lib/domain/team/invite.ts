import { and, count, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { newTokenLink } from "@/lib/base/opaque-token";
import type { Role } from "@/lib/base/roles";
import type { Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { invitations, memberships, users } from "@/lib/db/schema/users";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { admitStoreMail, refuseSuppressed } from "@/lib/domain/mail/store-mail";
import { lockTeamAsOwner } from "@/lib/domain/stores/lock-team";
import { operation } from "@/lib/ledger/post/operation";
import { findInvitation, type Invitation, isPending } from "./invitations";

/** Lifetime of an invitation's link. */
const INVITATION_DAYS = 7;

/** The page that an invitation's link opens. */
const INVITATION_PATH = "/invitation";

/** Maximum number of team members and pending invitations per store, together. */
export const MAX_TEAM = 200;

type NewInvitation = { email: string; role: Role };

/**
 * Invites an email to the store's team. The emailed link works once, for seven days.
 * Refuses: invalid_request (in the team or invited already, too many people, an address that can't be
 * emailed), store_not_confirmed, rate_limited (by IP address and by emails as well).
 */
export async function inviteToTeam(ctx: Ctx, { email, role }: NewInvitation) {
  requireScope(ctx, "store:own");
  await takeAttempt("invitation-mail", ctx.address);
  return await operation(ctx, async (tx): Promise<{ invitation: Invitation }> => {
    const { merchantId, principal } = ctx;
    await lockTeamAsOwner(tx, ctx);
    await checkInvitable(tx, merchantId, email);
    await admitInvitationMail(tx, merchantId, email);
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

async function checkInvitable(tx: Tx, merchantId: string, email: string): Promise<void> {
  const people = eq(memberships.merchantId, merchantId);
  const [member] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(people, eq(users.email, email)));
  if (member) throw invalidField("email", "is already on the team");
  const [invited] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(isPending(merchantId), eq(invitations.email, email)));
  if (invited) throw invalidField("email", "is already invited; resend the invitation instead");
  const [team] = await tx
    .select({
      size: sql<number>`${count()} + (select count(*) from ${invitations}
        where ${isPending(merchantId)})`.mapWith(Number),
    })
    .from(memberships)
    .where(people);
  if (team && team.size >= MAX_TEAM) {
    throw invalidField("email", `can't be added: a team can have at most ${MAX_TEAM} people`);
  }
}

/**
 * Sends a pending invitation again with a new link, which works for seven days. The old link stops working.
 * Refuses: not_found, invalid_request (an address that can't be emailed), store_not_confirmed, rate_limited
 * (by IP address and by emails as well).
 */
export async function resendInvitation(ctx: Ctx, { id }: { id: string }) {
  requireScope(ctx, "store:own");
  await takeAttempt("invitation-mail", ctx.address);
  return await operation(ctx, async (tx): Promise<{ invitation: Invitation }> => {
    const { merchantId } = ctx;
    await lockTeamAsOwner(tx, ctx);
    const { tokenHash, link } = newTokenLink(INVITATION_PATH);
    const [sent] = await tx
      .update(invitations)
      .set({
        tokenHash,
        sentAt: sql`now()`,
        expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
      })
      .where(and(isPending(merchantId), eq(invitations.id, id)))
      .returning({ id: invitations.id });
    found(sent);
    const invitation = await findInvitation(tx, merchantId, id);
    const { email, role } = invitation;
    await admitInvitationMail(tx, merchantId, email);
    const details = { email, role };
    await audit(tx, authorOf(ctx), { action: "team.invitation_resent", subjectId: id, details });
    await queueInvitation(tx, merchantId, invitation, link);
    return { invitation };
  });
}

/** Withdraws a pending invitation. Its link stops working. Refuses: not_found. */
export const withdrawInvitation = (ctx: Ctx, { id }: { id: string }) =>
  operation(requireScope(ctx, "store:own"), async (tx): Promise<{ id: string }> => {
    await lockTeamAsOwner(tx, ctx);
    const [withdrawn] = await tx
      .update(invitations)
      .set({ withdrawnAt: sql`now()` })
      .where(and(isPending(ctx.merchantId), eq(invitations.id, id)))
      .returning({ email: invitations.email, role: invitations.role });
    const details = found(withdrawn);
    await audit(tx, authorOf(ctx), { action: "team.invitation_withdrawn", subjectId: id, details });
    return { id };
  });

/** Withdraws the pending invitations of a user who may no longer invite. */
export async function withdrawInvitationsOf(tx: Tx, ctx: Ctx, userId: string): Promise<void> {
  const withdrawn = await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()` })
    .where(and(isPending(ctx.merchantId), eq(invitations.invitedBy, `user:${userId}`)))
    .returning({ id: invitations.id, email: invitations.email, role: invitations.role });
  const action = "team.invitation_withdrawn";
  for (const { id, ...details } of withdrawn) {
    await audit(tx, authorOf(ctx), { action, subjectId: id, details });
  }
}

/** Refuses: invalid_request (an address that can't be emailed), store_not_confirmed, rate_limited. */
async function admitInvitationMail(tx: Tx, merchantId: string, to: string): Promise<void> {
  const message =
    "can't receive email: an earlier email to this address bounced or was reported as spam";
  await refuseSuppressed(tx, { merchantId, to }, "email", ["bounced", "complained"], message);
  await admitStoreMail(tx, { merchantId, to });
}

/** Queues the invitation mail with its link. */
async function queueInvitation(
  tx: Tx,
  merchantId: string,
  { email, role, invitedBy }: Invitation,
  link: string,
): Promise<void> {
  const [store] = await tx
    .select({ name: merchants.name })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  const storeName = store?.name ?? "";
  const mail = {
    template: "team_invitation",
    to: email,
    storeName,
    invitedBy,
    role,
    link,
  } as const;
  await queueMail(tx, merchantId, mail, { counted: true });
}
