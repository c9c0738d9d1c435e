import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { mailboxOf } from "@/lib/base/email";
import { invalidField } from "@/lib/base/errors";
import { networkOf } from "@/lib/base/networks";
import { hashToken, newTokenLink } from "@/lib/base/opaque-token";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { passkeys, passwordResets, users } from "@/lib/db/schema/users";
import type { Action } from "@/lib/domain/audit/actions";
import { audit } from "@/lib/domain/audit/audit";
import { giveBackAttempt, takeAttempt, tryAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { markConfirmed } from "@/lib/domain/people/email-confirmation";
import { isKnownNetwork, sessionAddresses } from "@/lib/domain/people/known-browsers";
import { currentStoreOf, revokeSessionsOf } from "@/lib/domain/people/sessions";
import { clearTotp } from "@/lib/domain/people/totp/turn-off";
import { hashPassword } from "./hash";

const VALID_MINUTES = 30;
// Longer than the work takes, so that the response time doesn't reveal whether an account exists.
const MIN_RESPONSE_MS = 250;

/**
 * Emails a password reset link to the account with this email, if there is one. The response and its time are
 * the same either way. Earlier links stop working. Requests are counted by email and network, and by email in
 * total for networks that never signed in to the account; beyond that, a link is not replaced for 10 minutes.
 * Refuses: rate_limited (by network).
 */
export async function requestReset(ctx: Ctx, { email }: { email: string }): Promise<object> {
  await takeAttempt("reset-address", ctx.address);
  await Promise.all([sleep(MIN_RESPONSE_MS), sendLink(email, ctx.address)]);
  return {};
}

async function sendLink(email: string, address: string): Promise<void> {
  const [user] = await db()
    .select({ id: users.id, addresses: sessionAddresses })
    .from(users)
    .where(eq(users.email, email));
  const isKnown = isKnownNetwork(user?.addresses ?? [], address);
  // Somebody can have accounts with many +tags of one mailbox.
  const mailbox = mailboxOf(email);
  const isWithinLimits =
    (await tryAttempt("reset-email", JSON.stringify([mailbox, networkOf(address)]))) &&
    (isKnown || (await tryAttempt("reset-email-total", mailbox)));
  // Counted even within the limits, so that a link that was just emailed is not replaced.
  const isFirstLately = await tryAttempt("reset-email-flood", mailbox);
  if (!user || !(isWithinLimits || isFirstLately)) return;
  await db().transaction(async (tx) => {
    const { tokenHash, link } = newTokenLink("/reset-password");
    const fresh = {
      tokenHash,
      expiresAt: sql`now() + make_interval(mins => ${VALID_MINUTES})`,
    };
    await tx
      .insert(passwordResets)
      .values({ userId: user.id, ...fresh })
      .onConflictDoUpdate({
        target: passwordResets.userId,
        set: { ...fresh, expiresAt: sql`excluded.expires_at` },
      });
    const [same] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), eq(users.email, email)))
      .for("share");
    // The account has got another email meanwhile.
    if (!same)
      return void (await tx.delete(passwordResets).where(eq(passwordResets.userId, user.id)));
    await queueMail(tx, null, { template: "password_reset", to: email, link });
  });
}

/**
 * Sets a new password with an emailed link, which works once, and ends all sessions of the account. If the
 * email was not confirmed, the link confirms it, and two-step sign-in and passkeys are removed, because
 * another person may have set them up. Returns the email.
 * Refuses: invalid_request (the link was used, replaced or has expired; the password), rate_limited,
 * unavailable.
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  await takeAttempt("reset-token", ctx.address);
  const isOurs = and(
    eq(passwordResets.tokenHash, hashToken(token)),
    gt(passwordResets.expiresAt, sql`now()`),
  );
  // Check the link first, so that made-up links cost no hashing.
  const [user] = await db()
    .select({ email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isOurs);
  if (!user) throw invalidToken();
  const passwordHash = await hashPassword(password, { caller: "known", personal: [user.email] });
  await db().transaction(async (tx) => {
    const [used] = await tx.delete(passwordResets).where(isOurs).returning();
    if (!used) throw invalidToken();
    const { userId } = used;
    const isNew = await markConfirmed(tx, userId);
    const email = await setPassword(tx, userId, passwordHash);
    const sessionsEnded = await revokeSessionsOf(tx, userId);
    const forgotten = isNew && (await clearTotp(tx, userId));
    if (isNew) await tx.delete(passkeys).where(eq(passkeys.userId, userId));
    const merchantId = await currentStoreOf(tx, userId);
    if (merchantId) {
      const author = { merchantId, actor: `user:${userId}`, requestId: ctx.requestId };
      const of = (action: Action) => ({ action, subjectId: userId });
      await audit(
        tx,
        author,
        { ...of("password.reset"), details: { sessionsEnded } },
        ...(isNew ? [of("address.confirmed")] : []),
        ...(forgotten ? [of("totp.disabled")] : []),
      );
    }
    await queueMail(tx, null, { template: "password_changed", to: email });
  });
  // Only now: a refused password has cost the work of an estimate.
  await giveBackAttempt("reset-token", ctx.address);
  return { email: user.email };
}

const invalidToken = () => invalidField("token", "was used or has expired; request a new link");

async function setPassword(tx: Db | Tx, userId: string, passwordHash: string): Promise<string> {
  const [user] = await tx
    .update(users)
    .set({ passwordHash, passwordChangedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning({ email: users.email });
  if (!user) throw new Error("the account is not there");
  return user.email;
}
