import { and, eq, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { memberships, users } from "@/lib/db/schema/users";
import { codesLeft } from "@/lib/domain/people/totp/recovery-codes";
import { BRAND_COLUMNS } from "@/lib/domain/stores/brand";
import { mayCreateStores } from "@/lib/domain/stores/stores";

/** The profile of a store's team member; null if the user is not a member (anymore). */
export async function profileOf(merchantId: string, userId: string) {
  const [profile] = await db()
    .select({
      user: {
        id: users.id,
        name: users.name,
        email: users.email,
        // True for accounts that the operator created.
        isConfirmed: sql<boolean>`${users.verifiedAt} is not null`,
      },
      merchant: {
        id: merchants.id,
        name: merchants.name,
        slug: merchants.slug,
        currency: merchants.currency,
        timeZone: merchants.timeZone,
        scanPrefix: merchants.scanPrefix,
        usualAmountCents: merchants.usualAmountCents,
        brandColor: merchants.brandColor,
        logoUrl: BRAND_COLUMNS.logoUrl,
        isConfirmed: sql<boolean>`${merchants.confirmedAt} is not null`,
        /** The live store of a test twin; null for a live store. */
        liveMerchantId: merchants.liveMerchantId,
        clockOffsetMs: merchants.clockOffsetMs,
      },
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(
      merchants,
      sql`coalesce(${merchants.liveMerchantId}, ${merchants.id}) = ${memberships.merchantId}`,
    )
    .where(and(eq(merchants.id, merchantId), eq(memberships.userId, userId)));
  if (!profile) return null;
  const { supportEmail } = env();
  return { ...profile, mayCreateStores: await mayCreateStores(userId), supportEmail };
}

/** A signed-in user, their store and their role in it. */
export type Profile = NonNullable<Awaited<ReturnType<typeof profileOf>>>;

/** The profile of the signed-in user. Refuses: unauthorized (a key, or no longer a member). */
export async function readProfile(ctx: Ctx): Promise<Profile> {
  const profile = await profileOf(ctx.merchantId, signedInUserOf(ctx).userId);
  if (!profile) throw new Refusal("unauthorized");
  return profile;
}

/**
 * When the signed-in user changed their password, and since when two-step sign-in is on; each null if
 * never. Refuses: unauthorized.
 */
export async function readSecurity(ctx: Ctx) {
  const { userId } = signedInUserOf(ctx);
  const [user] = await db()
    .select({ passwordChangedAt: users.passwordChangedAt, since: users.totpEnabledAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new Refusal("unauthorized");
  const { passwordChangedAt, since } = user;
  const twoStep = since && { since, recoveryCodesLeft: await codesLeft(db(), userId) };
  return { passwordChangedAt, twoStep };
}
