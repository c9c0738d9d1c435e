import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { invitations } from "../../db/schema/invitations";
import { Refusal } from "../../errors";
import { operation } from "../../ledger/operation";
import { newTokenLink } from "../../opaque-token";
import { takeAttempt } from "../../throttle/throttle";
import { findInvitation, type Invitation, isPending } from "./invitations";
import { lockTeamAsOwner } from "./lock";
import { INVITATION_DAYS, INVITATION_PATH } from "./policy";
import { queueInvitation } from "./send";

/**
 * Sends a pending invitation again with another link, for seven days from now; the link that was
 * sent before opens nothing any more. Refuses: not_found, rate_limited (by network
 * address as well).
 */
export async function resendInvitation(ctx: Ctx, { id }: { id: string }) {
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
    if (!sent) throw new Refusal("not_found");
    const invitation = await findInvitation(tx, merchantId, id);
    const { email, role } = invitation;
    const details = { email, role };
    await audit(tx, authorOf(ctx), { action: "team.invitation_resent", subjectId: id, details });
    await queueInvitation(tx, merchantId, invitation, link);
    return { invitation };
  });
}
