import { and, eq, isNotNull } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db, type Tx } from "../../db/client";
import { users } from "../../db/schema/users";
import { normaliseEmail } from "../../email";
import { invalid, Refusal } from "../../errors";
import { queueMail } from "../../outbox/queue-mail";
import { currentStoreOf } from "../person";
import { confirmTwoSteps, type Proof } from "./accept-code";
import { deleteCodes } from "./recovery-codes";

/**
 * Turns two-step sign-in off; its secret and recovery codes are forgotten.
 * Refuses: invalid_request (it is off, the password, the code), rate_limited, unavailable.
 */
export async function turnOffTotp(ctx: Ctx, proof: Proof): Promise<object> {
  const { userId } = await confirmTwoSteps(ctx, proof);
  await db().transaction(async (tx) => {
    if (!(await clearTotp(tx, userId))) throw invalid("twoStep", "is off");
    await audit(tx, authorOf(ctx), { action: "totp.disabled", subjectId: userId });
  });
  return {};
}

/**
 * Turns somebody's two-step sign-in off, for the operator: of a person who lost their device and
 * every recovery code. It is in the audit log of the store they work in, and the person gets a mail.
 * Refuses: not_found, invalid_request (it is off).
 */
export const turnOffTotpFor = (typed: string): Promise<{ userId: string }> =>
  db().transaction(async (tx) => {
    const [user] = await tx
      .select({ userId: users.id })
      .from(users)
      .where(eq(users.email, normaliseEmail(typed) ?? ""));
    if (!user) throw new Refusal("not_found", { message: `There is no account of ${typed}.` });
    const { userId } = user;
    if (!(await clearTotp(tx, userId))) throw invalid("twoStep", "is off");
    const merchantId = await currentStoreOf(tx, userId);
    if (merchantId) {
      const author = { merchantId, actor: "operator", requestId: null };
      await audit(tx, author, { action: "totp.disabled", subjectId: userId });
    }
    return { userId };
  });

/**
 * Deletes a person's two-step sign-in with its secret and recovery codes, and mails them;
 * false, and nothing, when it is off.
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
