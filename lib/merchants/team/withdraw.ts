import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { invitations } from "../../db/schema/invitations";
import { Refusal } from "../../errors";
import { operation } from "../../ledger/operation";
import { isPending } from "./invitations";
import { lockTeamAsOwner } from "./lock";

/** Withdraws a pending invitation: its link opens nothing any more. Refuses: not_found. */
export const withdrawInvitation = (ctx: Ctx, { id }: { id: string }) =>
  operation(ctx, async (tx): Promise<{ id: string }> => {
    await lockTeamAsOwner(tx, ctx);
    const [withdrawn] = await tx
      .update(invitations)
      .set({ withdrawnAt: sql`now()` })
      .where(and(isPending(ctx.merchantId), eq(invitations.id, id)))
      .returning({ email: invitations.email, role: invitations.role });
    if (!withdrawn) throw new Refusal("not_found");
    const action = "team.invitation_withdrawn";
    await audit(tx, authorOf(ctx), { action, subjectId: id, details: withdrawn });
    return { id };
  });
