import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { userSessions } from "../../db/schema/users";
import { Refusal } from "../../errors";
import { personOf } from "../person";
import { isLive } from "./live";

/** Ends one of the person's own sessions, in force at once. Refuses: not_found (ended, or somebody else's). */
export async function revokeOwnSession(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ revoked: number }> {
  const { userId } = personOf(ctx);
  await db().transaction(async (tx) => {
    const [session] = await tx
      .update(userSessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(userSessions.id, id), eq(userSessions.userId, userId), isLive))
      .returning({ address: userSessions.address });
    if (!session) throw new Refusal("not_found");
    await audit(tx, authorOf(ctx), { action: "session.revoked", subjectId: id, details: session });
  });
  return { revoked: 1 };
}
