import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../audit/audit";
import { type Db, db, type Tx } from "../../db/client";
import { memberships, userSessions } from "../../db/schema/users";
import { newId } from "../../ids";
import { SESSION_MAX_HOURS } from "./policy";

const MAX_USER_AGENT_CHARS = 300;

export type Browser = { address: string; userAgent: string | null };

/** Opens a session of a member of a store; gives its id. */
export async function openSession(
  { userId, merchantId }: { userId: string; merchantId: string },
  { address, userAgent }: Browser,
  on: Db | Tx = db(),
): Promise<string> {
  const id = newId();
  await on.transaction(async (tx) => {
    await tx
      .update(memberships)
      .set({ lastOpenedAt: sql`now()` })
      .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
    await tx.insert(userSessions).values({
      id,
      userId,
      merchantId,
      address,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
      expiresAt: sql`now() + make_interval(hours => ${SESSION_MAX_HOURS})`,
    });
    const author = { merchantId, actor: `user:${userId}`, requestId: null };
    await audit(tx, author, { action: "session.opened", subjectId: id, details: { address } });
  });
  return id;
}
