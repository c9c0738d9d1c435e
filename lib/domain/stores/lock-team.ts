import { and, eq, ne } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { found, invalidField, Refusal } from "@/lib/base/errors";
import type { Role } from "@/lib/base/roles";
import type { Tx } from "@/lib/db/client/client";
import { memberships, users } from "@/lib/db/schema/users";
import { lockStore } from "./find";
import { teamStoreOf } from "./test-twin";

export type Member = { userId: string; name: string; email: string; role: Role };

/**
 * Locks the store for team changes. Returns the signed-in user's role then; null if they have none. In test mode
 * it is the live store, whose team works in its test twin.
 */
export async function lockTeam(tx: Tx, ctx: Ctx): Promise<Role | null> {
  const merchantId = teamStoreOf(ctx.merchantId);
  await lockStore(tx, merchantId);
  const [self] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.merchantId, merchantId),
        eq(memberships.userId, signedInUserOf(ctx).userId),
      ),
    );
  return self?.role ?? null;
}

/**
 * Locks the store for team changes by an owner. Refuses: insufficient_scope, if the caller stopped being an
 * owner while waiting for the lock.
 */
export async function lockTeamAsOwner(tx: Tx, ctx: Ctx): Promise<void> {
  if ((await lockTeam(tx, ctx)) !== "owner") throw new Refusal("insufficient_scope");
}

/**
 * Reads and locks a team member, so that no session of theirs opens at this store until the commit. Refuses:
 * not_found.
 */
export async function lockMember(tx: Tx, merchantId: string, userId: string): Promise<Member> {
  const [member] = await tx
    .select({ userId: users.id, name: users.name, email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)))
    .for("update", { of: memberships });
  return found(member);
}

/** Keeps a store from losing its last owner. The team must be locked. Refuses: invalid_request. */
export async function keepAnOwner(tx: Tx, merchantId: string, { userId, role }: Member) {
  if (role !== "owner") return;
  const isOtherOwner = and(
    eq(memberships.merchantId, merchantId),
    eq(memberships.role, "owner"),
    ne(memberships.userId, userId),
  );
  if ((await tx.$count(memberships, isOtherOwner)) === 0) {
    throw invalidField("role", "a store needs an owner; make someone else an owner first");
  }
}
