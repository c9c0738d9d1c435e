import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { networkOf } from "@/lib/base/networks";
import { db, type Tx } from "@/lib/db/client/client";
import { users } from "@/lib/db/schema/users";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { giveBackAttempt, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { confirmPassword } from "@/lib/domain/people/passwords/change";
import { revokeSessionsOf } from "@/lib/domain/people/sessions";
import { confirmTwoSteps, type Proof, requirePasskey } from "./accept-code";
import { newTotpSecret, sealTotpSecret, stepOfCode, totpUri, unsealTotpSecret } from "./code";
import { replaceCodes } from "./recovery-codes";

/**
 * Creates a secret for two-step sign-in and replaces an earlier one. It is inactive until turnOnTotp() has
 * checked a code. Requires a confirmed email, so that nobody can lock out its owner. Refuses:
 * invalid_request (already on, the email, the password), second_factor_required, rate_limited, unavailable.
 */
export async function setUpTotp(
  ctx: Ctx,
  { password }: { password: string },
): Promise<{ secret: string; uri: string }> {
  const { userId, email } = await confirmPassword(ctx, password);
  await requirePasskey(ctx);
  const secret = newTotpSecret();
  const isTheirs = eq(users.id, userId);
  const [user] = await db()
    .update(users)
    .set({
      sealedTotpSecret: sealTotpSecret(userId, secret),
      totpSetUpAt: sql`now()`,
      totpLastStep: null,
    })
    .where(and(isTheirs, isNull(users.totpEnabledAt), isNotNull(users.verifiedAt)))
    .returning({ id: users.id });
  if (!user) throw await setUpRefusal(isTheirs);
  return { secret, uri: totpUri(secret, email) };
}

async function setUpRefusal(isTheirs: SQL) {
  const [user] = await db().select({ since: users.totpEnabledAt }).from(users).where(isTheirs);
  return user?.since
    ? invalidField("twoStep", "is already on; turn it off first")
    : invalidField("email", "must be confirmed first, with the link we emailed you");
}

// Long enough to install an app, but a secret left on a screen can't be confirmed later.
const SET_UP_MINUTES = 15;

/**
 * Turns two-step sign-in on if the code belongs to the secret that setUpTotp() created in the last 15
 * minutes. Ends the user's other sessions, which were opened without a code. Returns the recovery codes,
 * which are shown only once. Of two concurrent requests, only one succeeds. Failures are counted by account,
 * and by account and IP address.
 * Refuses: invalid_request (it is on, nothing was set up, the code), rate_limited.
 */
export async function turnOnTotp(
  ctx: Ctx,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = signedInUserOf(ctx);
  // Also here, because a passkey may have been added since setUpTotp().
  await requirePasskey(ctx);
  const pair = JSON.stringify([userId, networkOf(ctx.address)]);
  await takeAttempt("code", pair);
  await takeAttempt("code-account", userId);
  const recoveryCodes = await db().transaction(async (tx) => {
    const email = await enable(tx, userId, code);
    const codes = await replaceCodes(tx, userId);
    const sessionsEnded = await revokeSessionsOf(tx, userId, sessionId);
    const details = { sessionsEnded };
    await audit(tx, authorOf(ctx), { action: "totp.enabled", subjectId: userId, details });
    const mail = { template: "two_step_changed", change: "on" } as const;
    await queueMail(tx, null, { ...mail, to: email, codesLeft: codes.length });
    return codes;
  });
  await giveBackAttempt("code-account", userId);
  await giveBackAttempt("code", pair);
  return { recoveryCodes };
}

async function enable(tx: Tx, userId: string, code: string): Promise<string> {
  const [user] = await tx
    .select({ email: users.email, sealed: users.sealedTotpSecret })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        isNull(users.totpEnabledAt),
        isNotNull(users.sealedTotpSecret),
        sql`${users.totpSetUpAt} > now() - make_interval(mins => ${SET_UP_MINUTES})`,
      ),
    )
    .for("no key update");
  if (!user?.sealed)
    throw invalidField("twoStep", "is already on, or the setup expired; start again");
  const totpLastStep = stepOfCode(unsealTotpSecret(userId, user.sealed), code, Date.now());
  if (totpLastStep === null) throw invalidField("code", "is incorrect; try the next code");
  await tx
    .update(users)
    .set({ totpEnabledAt: sql`now()`, totpLastStep })
    .where(eq(users.id, userId));
  return user.email;
}

/**
 * Replaces the user's recovery codes with ten new ones, which are shown only once.
 * Refuses: invalid_request (two-step sign-in is off, the password, the code), rate_limited, unavailable.
 */
export async function replaceRecoveryCodes(
  ctx: Ctx,
  proof: Proof,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, email } = await confirmTwoSteps(ctx, proof);
  return await db().transaction(async (tx) => {
    // Lock the user's row, so that two concurrent requests don't leave twenty codes.
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)))
      .for("no key update");
    if (!user) throw invalidField("twoStep", "is off");
    const recoveryCodes = await replaceCodes(tx, userId);
    const author = authorOf(ctx);
    await audit(tx, author, { action: "totp.recovery_codes_replaced", subjectId: userId });
    const mail = { template: "two_step_changed", change: "codes_replaced" } as const;
    await queueMail(tx, null, { ...mail, to: email, codesLeft: recoveryCodes.length });
    return { recoveryCodes };
  });
}
