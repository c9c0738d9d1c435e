import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { normaliseEmail } from "@/lib/base/email";
import { invalidField, Refusal } from "@/lib/base/errors";
import { db, type Tx } from "@/lib/db/client/client";
import { users } from "@/lib/db/schema/users";
import type { Action } from "@/lib/domain/audit/actions";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { queueMail } from "@/lib/domain/mail/mail";
import { removePasskeysOf } from "@/lib/domain/people/passkeys/list";
import { currentStoreOf, revokeSessionsOf } from "@/lib/domain/people/sessions";
import { confirmTwoSteps, type Proof } from "./accept-code";
import { deleteCodes } from "./recovery-codes";

/**
 * Turns two-step sign-in off and deletes its secret and recovery codes.
 * Refuses: invalid_request (it is off, the password, the code), rate_limited, unavailable.
 */
export async function turnOffTotp(ctx: Ctx, proof: Proof): Promise<object> {
  const { userId } = await confirmTwoSteps(ctx, proof);
  await db().transaction(async (tx) => {
    if (!(await clearTotp(tx, userId))) throw invalidField("twoStep", "is off");
    await audit(tx, authorOf(ctx), { action: "totp.disabled", subjectId: userId });
  });
  return {};
}

/**
 * Operator command: turns off two-step sign-in and removes the passkeys of a user who lost their device. Ends
 * the user's sessions, which the device may have opened. Recorded in the audit log of their store; the user
 * gets an email.
 * Refuses: not_found, invalid_request (there is neither).
 */
export const removeSecondFactorsOf = (
  typed: string,
): Promise<{ userId: string; passkeysRemoved: number }> =>
  db().transaction(async (tx) => {
    const [user] = await tx
      .select({ userId: users.id, email: users.email })
      .from(users)
      .where(eq(users.email, normaliseEmail(typed) ?? ""));
    if (!user) throw new Refusal("not_found", { message: `No account has the email ${typed}.` });
    const { userId } = user;
    const hadTotp = await clearTotp(tx, userId);
    const passkeysRemoved = await removePasskeysOf(tx, user);
    if (!hadTotp && passkeysRemoved === 0) {
      throw invalidField("twoStep", "is off, and the account has no passkeys");
    }
    const sessionsEnded = await revokeSessionsOf(tx, userId);
    const merchantId = await currentStoreOf(tx, userId);
    if (merchantId) {
      const author = { merchantId, actor: "operator", requestId: null };
      const of = (action: Action, details: Record<string, unknown>) => ({
        action,
        subjectId: userId,
        details,
      });
      await audit(
        tx,
        author,
        ...(hadTotp ? [of("totp.disabled", { sessionsEnded })] : []),
        ...(passkeysRemoved > 0 ? [of("passkey.removed", { passkeysRemoved, sessionsEnded })] : []),
      );
    }
    return { userId, passkeysRemoved };
  });

/**
 * Deletes a user's two-step sign-in with its secret and recovery codes, and emails the user. If it is off, does
 * nothing and returns false.
 */
export async function clearTotp(tx: Tx, userId: string): Promise<boolean> {
  const [user] = await tx
    .update(users)
    .set({ totpEnabledAt: null, sealedTotpSecret: null, totpSetUpAt: null, totpLastStep: null })
    .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)))
    .returning({ email: users.email });
  if (!user) return false;
  await deleteCodes(tx, userId);
  const mail = { template: "two_step_changed", change: "off", codesLeft: 0 } as const;
  await queueMail(tx, null, { ...mail, to: user.email });
  return true;
}
