import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../db/client";
import { addressProofs, users } from "../../db/schema/users";

/**
 * Notes that mail to the person's address reaches them, and voids the link that would tell it; whether
 * that is new. Locks the link before the person, in every commit.
 */
export async function markConfirmed(tx: Tx, userId: string): Promise<boolean> {
  await tx.delete(addressProofs).where(eq(addressProofs.userId, userId));
  const [marked] = await tx
    .update(users)
    .set({ verifiedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.verifiedAt)))
    .returning({ id: users.id });
  return marked !== undefined;
}
