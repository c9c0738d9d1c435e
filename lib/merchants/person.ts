import { asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import type { Db, Tx } from "../db/client";
import { memberships } from "../db/schema/users";
import { Refusal } from "../errors";

export type SignedInUser = { userId: string; sessionId: string };

/** The signed-in user and their session. Refuses: unauthorized (a key). */
export function personOf({ principal: { session } }: Ctx): SignedInUser {
  if (!session) throw new Refusal("unauthorized");
  return { userId: session.userId, sessionId: session.id };
}

/** The store that a user opened last, else the first they joined; null if they are in none. */
export async function currentStoreOf(from: Db | Tx, userId: string): Promise<string | null> {
  const [member] = await from
    .select({ merchantId: memberships.merchantId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(
      sql`${memberships.lastOpenedAt} desc nulls last`,
      asc(memberships.createdAt),
      asc(memberships.merchantId),
    )
    .limit(1);
  return member?.merchantId ?? null;
}
