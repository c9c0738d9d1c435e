import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import type { Tx } from "../../db/client";
import { invitations } from "../../db/schema/invitations";
import { isPending } from "./invitations";

/** Withdraws what a person who may not invite any more has sent and nobody has answered. */
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
