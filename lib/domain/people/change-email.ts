import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { mailboxOf } from "@/lib/base/email";
import { invalidField } from "@/lib/base/errors";
import { db, type Tx } from "@/lib/db/client/client";
import { addressProofs, users } from "@/lib/db/schema/users";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { confirmIdentity, type PartialProof } from "@/lib/domain/people/totp/accept-code";
import { newConfirmationLink } from "./email-confirmation";

/**
 * Starts a change of the signed-in user's email: emails a link to the new one, which changes it when it is
 * opened, and a notice to the current one. Replaces an earlier change. If the new email has an account, only
 * the email to it says so.
 * Refuses: invalid_request (the current email, the password, the code), second_factor_required, rate_limited,
 * unavailable.
 */
export async function startEmailChange(
  ctx: Ctx,
  { email, ...proof }: PartialProof & { email: string },
): Promise<object> {
  const user = await confirmIdentity(ctx, proof);
  if (email === user.email) throw invalidField("email", "is already your email");
  await takeAttempt("proof-mail", user.userId);
  await takeAttempt("proof-mail", mailboxOf(email));
  await db().transaction(async (tx) => {
    const isTaken = (await tx.$count(users, eq(users.email, email))) > 0;
    // Also if it is taken, so that the page shows the same.
    const link = await newConfirmationLink(tx, user.userId, email);
    await requireSamePassword(tx, user);
    if (isTaken) await queueMail(tx, null, { template: "email_change_taken", to: email });
    else await queueMail(tx, null, { template: "email_change", to: email, link });
    await queueMail(tx, null, { template: "email_change_requested", to: user.email });
  });
  return {};
}

/** Refuses a password that was changed after it was checked, which voids pending changes of the email. */
async function requireSamePassword(
  tx: Tx,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  const [same] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash)))
    .for("share");
  if (!same) throw invalidField("password", "is incorrect");
}

/** Voids the link of a pending change of the signed-in user's email, if there is one. */
export async function cancelEmailChange(ctx: Ctx): Promise<object> {
  const { userId } = signedInUserOf(ctx);
  await db()
    .delete(addressProofs)
    .where(and(eq(addressProofs.userId, userId), isNotNull(addressProofs.email)));
  return {};
}
