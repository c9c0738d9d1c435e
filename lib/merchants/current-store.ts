import { asc, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { memberships } from "../db/schema/users";

/** The store that a person last turned to, else the oldest they are a member of; null when there is none. */
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
