import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { addressProofs, passwordResets, users } from "@/lib/db/schema/users";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { giveBackAttempt, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { revokeSessionsOf } from "@/lib/domain/people/sessions";
import { hashPassword, isPassword } from "./hash";

/**
 * Re-checks the signed-in user's password before sensitive actions, and returns the user. Failures count per
 * account.
 * Refuses: invalid_request (wrong password), rate_limited, unavailable.
 */
export async function confirmPassword(ctx: Ctx, password: string) {
  const user = await provePassword(ctx, password, "password");
  await giveBackAttempt("password-proof", user.userId);
  return user;
}

/** Like confirmPassword(), but leaves it to the caller to give back the attempt. */
async function provePassword(ctx: Ctx, password: string, path: string) {
  const { userId } = signedInUserOf(ctx);
  await takeAttempt("password-proof", userId);
  const [user] = await db()
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!user || !(await isPassword(password, user.passwordHash, "known"))) {
    throw invalidField(path, "is incorrect");
  }
  return { userId, ...user };
}

/**
 * Changes the user's password, voids password reset links and a pending email change, revokes the other sessions and emails the user. Of
 * two concurrent changes, only one succeeds.
 * Refuses: invalid_request (the current password, the new one), rate_limited, unavailable.
 */
export async function changePassword(
  ctx: Ctx,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ revoked: number }> {
  const path = "currentPassword";
  const { userId, email, passwordHash: former } = await provePassword(ctx, currentPassword, path);
  if (password === currentPassword)
    throw invalidField("password", "must differ from your current password");
  const passwordHash = await hashPassword(password, { caller: "known", personal: [email] });
  const changed = await db().transaction(async (tx) => {
    // Lock the link before the user, like resetPassword(), so that the two can't deadlock.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
    // A change of the email that someone else may have started.
    await tx
      .delete(addressProofs)
      .where(and(eq(addressProofs.userId, userId), isNotNull(addressProofs.email)));
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: sql`now()` })
      .where(and(eq(users.id, userId), eq(users.passwordHash, former)))
      .returning({ id: users.id });
    if (!changed) throw invalidField(path, "is incorrect");
    const revoked = await revokeSessionsOf(tx, userId, signedInUserOf(ctx).sessionId);
    const details = { sessionsEnded: revoked };
    await audit(tx, authorOf(ctx), { action: "password.changed", subjectId: userId, details });
    await queueMail(tx, null, { template: "password_changed", to: email });
    return { revoked };
  });
  // Only now: a refused password has cost the work of an estimate.
  await giveBackAttempt("password-proof", userId);
  return changed;
}
