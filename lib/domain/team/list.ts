import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { db, type Tx } from "@/lib/db/client/client";
import { invitations, memberships, userSessions, users } from "@/lib/db/schema/users";
import { hasSecondFactor } from "@/lib/domain/people/passkeys/list";
import { teamStoreOf } from "@/lib/domain/stores/test-twin";
import { isPending, selectInvitations } from "./invitations";
import { MAX_TEAM } from "./invite";

/** The store's team members, owners first, and its pending invitations. */
export async function listTeam({ merchantId }: Ctx) {
  const [people, pending] = await Promise.all([
    listPeople(merchantId),
    selectInvitations(db())
      .where(isPending(merchantId))
      .orderBy(asc(invitations.id))
      .limit(MAX_TEAM),
  ]);
  return { people, invitations: pending };
}

export type Team = Awaited<ReturnType<typeof listTeam>>;

const listPeople = (merchantId: string) =>
  db()
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      twoStep: hasSecondFactor,
      joinedAt: memberships.createdAt,
      // When they were last active at this store.
      lastSeenAt: sql<Date | null>`greatest(${memberships.lastOpenedAt}, (
        select max(${userSessions.lastSeenAt}) from ${userSessions}
        where ${userSessions.userId} = ${users.id}
          and ${userSessions.merchantId} = ${memberships.merchantId}))`.mapWith(
        memberships.lastOpenedAt,
      ),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.merchantId, merchantId))
    .orderBy(
      sql`array_position(array['owner', 'manager', 'viewer'], ${memberships.role})`,
      asc(memberships.createdAt),
      asc(users.id),
    )
    .limit(MAX_TEAM);

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
