import { and, eq, ne, type SQL } from "drizzle-orm";
import type { Tx } from "@/lib/db/client/client";
import { memberships, users } from "@/lib/db/schema/users";
import { teamStoreOf } from "./test-twin";

/** The emails of a store's owners, which a test twin shares with its live store. */
export const ownerEmails = (tx: Tx, merchantId: string): Promise<string[]> =>
  emailsWhere(tx, merchantId, eq(memberships.role, "owner"));

/** The emails of those who can repair a webhook and want to know when it is disabled. */
export const webhookEmails = (tx: Tx, merchantId: string): Promise<string[]> =>
  emailsWhere(
    tx,
    merchantId,
    and(ne(memberships.role, "viewer"), eq(memberships.notifiesWebhookDisabled, true)),
  );

async function emailsWhere(
  tx: Tx,
  merchantId: string,
  condition: SQL | undefined,
): Promise<string[]> {
  const people = await tx
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, teamStoreOf(merchantId)), condition));
  return people.map(({ email }) => email);
}
