import { and, eq, exists, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { invalidField, Refusal } from "@/lib/base/errors";
import { networkOf } from "@/lib/base/networks";
import { db, type Tx } from "@/lib/db/client/client";
import { passkeys, recoveryCodes, userSessions, users } from "@/lib/db/schema/users";
import { type Author, audit, authorOf } from "@/lib/domain/audit/audit";
import { giveBackAttempt, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { confirmPassword } from "@/lib/domain/people/passwords/change";
import { isTotpCode, stepOfCode, unsealTotpSecret } from "./code";
import { codesLeft, recoveryCodeHashes } from "./recovery-codes";

type CodeAttempt = { userId: string; code: string; address: string };

/**
 * Checks an authenticator code or a recovery code. Returns its kind, or null if it is wrong. A code works
 * once, even if it is sent twice at the same time. The user is emailed when a recovery code is used. Failures
 * are counted by account, and by account and IP address. Refuses: rate_limited.
 */
export async function acceptCode(
  { userId, code, address }: CodeAttempt,
  author: Author,
): Promise<"totp" | "recovery_code" | null> {
  const fromDevice = isTotpCode(code);
  const pair = JSON.stringify([userId, networkOf(address)]);
  await takeAttempt("code", pair);
  if (fromDevice) await takeAttempt("code-account", userId);

  const accepted = await db().transaction((tx) =>
    fromDevice ? acceptTotpCode(tx, userId, code) : acceptRecoveryCode(tx, userId, code, author),
  );
  if (!accepted) return null;

  if (fromDevice) await giveBackAttempt("code-account", userId);
  await giveBackAttempt("code", pair);
  return fromDevice ? "totp" : "recovery_code";
}

async function acceptTotpCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const [user] = await tx
    .select({ sealed: users.sealedTotpSecret, lastStep: users.totpLastStep })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)))
    .for("no key update");
  if (!user?.sealed) return false;
  const totpLastStep = stepOfCode(unsealTotpSecret(userId, user.sealed), code, Date.now());
  if (totpLastStep === null || totpLastStep <= (user.lastStep ?? 0)) return false;
  await tx.update(users).set({ totpLastStep }).where(eq(users.id, userId));
  return true;
}

async function acceptRecoveryCode(
  tx: Tx,
  userId: string,
  code: string,
  author: Author,
): Promise<boolean> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)));
  const hashes = await recoveryCodeHashes(userId, code);
  const [used] = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        inArray(recoveryCodes.codeHash, hashes),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  if (!user || !used) return false;
  const left = await codesLeft(tx, userId);
  const details = { codesLeft: left };
  await audit(tx, author, { action: "totp.recovery_code_used", subjectId: userId, details });
  const mail = { template: "two_step_changed", change: "code_used", codesLeft: left } as const;
  await queueMail(tx, null, { ...mail, to: user.email });
  return true;
}

export type Proof = { password: string; code: string };

/** What a request sends where a proof may be needed. */
export type PartialProof = { [Name in keyof Proof]?: Proof[Name] | undefined };

/**
 * Confirms that the signed-in user is at the browser, and returns the user: by their password, and by a code
 * if their two-step sign-in is on, else by a session that a passkey opened if they have one.
 * Refuses: invalid_request (the password, the code; also when missing), second_factor_required, rate_limited,
 * unavailable.
 */
export async function confirmIdentity(ctx: Ctx, { password, code }: PartialProof) {
  const { userId } = signedInUserOf(ctx);
  if (password === undefined) throw invalidField("password", "is required to confirm it's you");
  if (!(await hasTotp(userId))) {
    const user = await confirmPassword(ctx, password);
    await requirePasskey(ctx);
    return user;
  }
  if (code === undefined)
    throw invalidField("code", "is required; enter the code from your authenticator app");
  return await confirmTwoSteps(ctx, { password, code });
}

/**
 * Refuses: second_factor_required, if passkeys are the user's only second factor and none opened the session.
 * Somebody who only knows the password must not add a factor of their own.
 */
export async function requirePasskey(ctx: Ctx): Promise<void> {
  const { userId, sessionId } = signedInUserOf(ctx);
  const [lacking] = await db()
    .select({ id: userSessions.id })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .where(
      and(
        eq(userSessions.id, sessionId),
        eq(userSessions.hasPasskey, false),
        isNull(users.totpEnabledAt),
        exists(db().select().from(passkeys).where(eq(passkeys.userId, userId))),
      ),
    );
  if (!lacking) return;
  throw new Refusal("second_factor_required", {
    message: "Your account has a passkey. Sign out, then sign in with the passkey to do this.",
  });
}

const hasTotp = async (userId: string): Promise<boolean> =>
  (await db().$count(users, and(eq(users.id, userId), isNotNull(users.totpEnabledAt)))) > 0;

/**
 * Re-checks the password and a code of a signed-in user with two-step sign-in, and returns the user.
 * Refuses: invalid_request (it is off, the password, the code), rate_limited, unavailable.
 */
export async function confirmTwoSteps(ctx: Ctx, { password, code }: Proof) {
  const { userId } = signedInUserOf(ctx);
  if (!(await hasTotp(userId))) throw invalidField("twoStep", "is off");
  const user = await confirmPassword(ctx, password);
  const accepted = await acceptCode({ userId, code, address: ctx.address }, authorOf(ctx));
  if (!accepted) throw invalidField("code", "is incorrect or was already used; try the next code");
  return user;
}
