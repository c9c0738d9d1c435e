import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { passwordResets, users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { queueMail } from "../../outbox/mail";
import { giveBackAttempt, takeAttempt } from "../../throttle/attempt-limits";
import { personOf } from "../person";
import { revokeSessionsOf } from "../sessions";
import { hashPassword, isPassword } from "./hash";

/**
 * Has a signed-in person show their password again, for what an unlocked browser alone must not do;
 * gives what is known of them. Failures are counted by account.
 * Refuses: invalid_request at `path` (another password), rate_limited, unavailable.
 */
export async function confirmPassword(ctx: Ctx, password: string, path = "password") {
  const { userId } = personOf(ctx);
  await takeAttempt("password-proof", userId);
  const [user] = await db()
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!user || !(await isPassword(password, user.passwordHash))) {
    throw invalid(path, "isn't right");
  }
  await giveBackAttempt("password-proof", userId);
  return { userId, ...user };
}

/**
 * Changes the person's password, revokes their other sessions and mails them; links to
 * reset it are void. Of two changes at once one wins.
 * Refuses: invalid_request (the current password, the new one), rate_limited, unavailable.
 */
export async function changePassword(
  ctx: Ctx,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<{ revoked: number }> {
  const path = "currentPassword";
  const { userId, email, passwordHash: former } = await confirmPassword(ctx, currentPassword, path);
  if (password === currentPassword) throw invalid("password", "must differ from the current one");
  const passwordHash = await hashPassword(password);
  return await db().transaction(async (tx) => {
    // The link before the person, as resetPassword() has it: the two must not wait for each other.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: sql`now()` })
      .where(and(eq(users.id, userId), eq(users.passwordHash, former)))
      .returning({ id: users.id });
    if (!changed) throw invalid(path, "isn't right");
    const revoked = await revokeSessionsOf(tx, userId, personOf(ctx).sessionId);
    const details = { sessionsEnded: revoked };
    await audit(tx, authorOf(ctx), { action: "password.changed", subjectId: userId, details });
    await queueMail(tx, null, { template: "password_changed", to: email });
    return { revoked };
  });
}
