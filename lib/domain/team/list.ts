import { asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import {
  hasSecondFactor,
  invitations,
  memberships,
  userSessions,
  users,
} from "@/lib/db/schema/users";
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
