import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../audit/audit";
import type { Tx } from "../../db/client";
import { invitations } from "../../db/schema/invitations";
import { memberships } from "../../db/schema/users";
import { markConfirmed } from "../address/mark-confirmed";
import { openInvitation } from "./invitations";

/**
 * Makes a person a member by an invitation, once: of several answers at the same time, or an answer
 * and a withdrawal, the first wins. The link came by mail, and so confirms the person's address.
 * Refuses: not_found.
 */
export async function joinBy(
  tx: Tx,
  token: string,
  userId: string,
  requestId: string,
): Promise<{ merchantId: string }> {
  const { merchantId, id, email, role, invitedBy } = await openInvitation(tx, token, true);
  await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(and(eq(invitations.merchantId, merchantId), eq(invitations.id, id)));
  // Who is in the team by now keeps their role.
  await tx
    .insert(memberships)
    .values({ merchantId, userId, role, lastOpenedAt: sql`now()` })
    .onConflictDoNothing();
  await markConfirmed(tx, userId);
  const author = { merchantId, actor: `user:${userId}`, requestId };
  const details = { email, role, invitedBy };
  await audit(tx, author, { action: "team.joined", subjectId: userId, details });
  return { merchantId };
}
