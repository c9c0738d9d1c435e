import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../db/client";
import { userSessions } from "../../db/schema/users";
import { isLive } from "./live";

type Whose = {
  userId: string;
  /** At this store alone. */
  merchantId?: string;
  /** The session that goes on. */
  except?: string;
};

/** Ends a person's sessions for good, in the commit of what calls for it and in force at once; gives how many. */
export async function revokeSessionsOf(
  tx: Db | Tx,
  { userId, merchantId, except }: Whose,
): Promise<number> {
  const which: (SQL | undefined)[] = [
    eq(userSessions.userId, userId),
    isLive,
    merchantId === undefined ? undefined : eq(userSessions.merchantId, merchantId),
    except === undefined ? undefined : ne(userSessions.id, except),
  ];
  const revoked = await tx
    .update(userSessions)
    .set({ revokedAt: sql`now()` })
    .where(and(...which))
    .returning({ id: userSessions.id });
  return revoked.length;
}
