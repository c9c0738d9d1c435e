import { and, eq } from "drizzle-orm";
import type { Tx } from "../../db/client";
import { memberships, users } from "../../db/schema/users";

/** The addresses of a store's owners. */
export async function ownersOf(tx: Tx, merchantId: string): Promise<string[]> {
  const owners = await tx
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.role, "owner")));
  return owners.map(({ email }) => email);
}
