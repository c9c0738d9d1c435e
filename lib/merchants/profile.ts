import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import type { Role } from "../roles";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { memberships, users } from "../db/schema/users";
import { Refusal } from "../errors";
import { personOf } from "./person";
import { codesLeft } from "./totp/recovery-codes";

/** A signed-in person, their store and what they are in it. */
export type Profile = {
  /** `isConfirmed`: mail to the address has been shown to reach the person. */
  user: { id: string; name: string; email: string; isConfirmed: boolean };
  merchant: { id: string; name: string; slug: string; currency: string; timeZone: string };
  role: Role;
};

/** The profile of a member of a store; null when the person is none (any more). */
export async function profileOf(merchantId: string, userId: string): Promise<Profile | null> {
  const [profile] = await db()
    .select({
      user: {
        id: users.id,
        name: users.name,
        email: users.email,
        isConfirmed: sql<boolean>`${users.verifiedAt} is not null`,
      },
      merchant: {
        id: merchants.id,
        name: merchants.name,
        slug: merchants.slug,
        currency: merchants.currency,
        timeZone: merchants.timeZone,
      },
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
  return profile ?? null;
}

/** The profile of the person who asks. Refuses: unauthorized (a key, or a member no longer). */
export async function readProfile(ctx: Ctx): Promise<Profile> {
  const profile = await profileOf(ctx.merchantId, personOf(ctx).userId);
  if (!profile) throw new Refusal("unauthorized");
  return profile;
}

/** How a person's account is secured. */
export type Security = {
  /** Null when it is still the first one. */
  passwordChangedAt: Date | null;
  /** Null when it is off. */
  twoStep: { since: Date; recoveryCodesLeft: number } | null;
};

/** How the account of the person who asks is secured. Refuses: unauthorized. */
export async function readSecurity(ctx: Ctx): Promise<Security> {
  const { userId } = personOf(ctx);
  const [user] = await db()
    .select({ passwordChangedAt: users.passwordChangedAt, since: users.totpEnabledAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new Refusal("unauthorized");
  const { passwordChangedAt, since } = user;
  const twoStep = since && { since, recoveryCodesLeft: await codesLeft(db(), userId) };
  return { passwordChangedAt, twoStep };
}
