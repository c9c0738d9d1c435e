import { and, desc, eq } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { merchants } from "../../db/schema/merchants";
import { userSessions } from "../../db/schema/users";
import { personOf } from "../person";
import { isLive } from "./live";
import { type Device, deviceOf } from "./user-agent";

/** A browser in which the person is signed in. */
export type OpenSession = Device & {
  id: string;
  address: string | null;
  storeName: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** The one that asks. */
  current: boolean;
};

const MAX_LISTED = 100;

/** The person's own sessions at every store of theirs, the one that asks first. Refuses: unauthorized. */
export async function listSessions(ctx: Ctx): Promise<OpenSession[]> {
  const { userId, sessionId } = personOf(ctx);
  const rows = await db()
    .select({
      id: userSessions.id,
      userAgent: userSessions.userAgent,
      address: userSessions.address,
      storeName: merchants.name,
      createdAt: userSessions.createdAt,
      lastSeenAt: userSessions.lastSeenAt,
    })
    .from(userSessions)
    .innerJoin(merchants, eq(merchants.id, userSessions.merchantId))
    .where(and(eq(userSessions.userId, userId), isLive))
    .orderBy(desc(eq(userSessions.id, sessionId)), desc(userSessions.lastSeenAt))
    .limit(MAX_LISTED);
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    ...deviceOf(userAgent),
    current: row.id === sessionId,
  }));
}
