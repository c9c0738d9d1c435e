import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../audit/audit";
import type { Tx } from "../../db/client";
import { memberships, userSessions } from "../../db/schema/users";
import { Refusal } from "../../errors";
import type { Person } from "../person";

/** Moves a person's session to another store of theirs. Refuses: not_found (not in its team). */
export async function moveSession(
  tx: Tx,
  { userId, sessionId }: Person,
  merchantId: string,
  requestId: string,
): Promise<void> {
  // The row is held, so that a removal at the same time sees the session there or keeps it out.
  const [member] = await tx
    .update(memberships)
    .set({ lastOpenedAt: sql`now()` })
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)))
    .returning({ userId: memberships.userId });
  if (!member) throw new Refusal("not_found");
  await tx
    .update(userSessions)
    .set({ merchantId })
    .where(and(eq(userSessions.id, sessionId), eq(userSessions.userId, userId)));
  // The store that was left learns nothing of the other.
  const author = { merchantId, actor: `user:${userId}`, requestId };
  await audit(tx, author, { action: "session.switched", subjectId: sessionId });
}
