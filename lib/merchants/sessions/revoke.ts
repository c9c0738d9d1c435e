import { and, eq, isNull, sql } from "drizzle-orm";
import { audit } from "../../audit/audit";
import { db } from "../../db/client";
import { userSessions } from "../../db/schema/users";
import { isUuid } from "../../ids";

/** Ends a session for good; one that has been revoked or never was stays as it is. */
export async function revokeSession(sessionId: string): Promise<void> {
  if (!isUuid(sessionId)) return;
  await db().transaction(async (tx) => {
    const [session] = await tx
      .update(userSessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(userSessions.id, sessionId), isNull(userSessions.revokedAt)))
      .returning({ merchantId: userSessions.merchantId, userId: userSessions.userId });
    if (!session) return;
    const author = {
      merchantId: session.merchantId,
      actor: `user:${session.userId}`,
      requestId: null,
    };
    await audit(tx, author, { action: "session.revoked", subjectId: sessionId });
  });
}
