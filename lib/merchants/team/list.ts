import { and, asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db, type Tx } from "../../db/client";
import { invitations, memberships, userSessions, users } from "../../db/schema/users";
import { teamStoreOf } from "../../db/test-twin";
import { hasSecondFactor } from "../passkeys/list";
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
export async function ownerEmails(tx: Tx, merchantId: string): Promise<string[]> {
  const owners = await tx
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, teamStoreOf(merchantId)), eq(memberships.role, "owner")));
  return owners.map(({ email }) => email);
}
