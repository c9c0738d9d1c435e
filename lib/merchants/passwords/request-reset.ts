import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { passwordResets, users } from "../../db/schema/users";
import { newTokenLink } from "../../opaque-token";
import { queueMail } from "../../outbox/queue-mail";
import { takeAttempt } from "../../throttle/throttle";

const VALID_MINUTES = 30;
// Longer than the work takes, so that the time does not tell whether there was any.
const ANSWER_MS = 250;

/**
 * Mails a link to choose another password to the account of this address, if there is one: the
 * answer and its time are the same when there is none. Void are the links sent before.
 * Refuses: rate_limited (by network address and by e-mail address).
 */
export async function requestReset(ctx: Ctx, { email }: { email: string }): Promise<object> {
  await takeAttempt("reset-address", ctx.address);
  await takeAttempt("reset-email", email);
  await Promise.all([sleep(ANSWER_MS), sendLink(email)]);
  return {};
}

const sendLink = (email: string): Promise<void> =>
  db().transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (!user) return;
    const { tokenHash, link } = newTokenLink("/reset-password");
    const fresh = {
      tokenHash,
      expiresAt: sql`now() + make_interval(mins => ${VALID_MINUTES})`,
    };
    await tx
      .insert(passwordResets)
      .values({ userId: user.id, ...fresh })
      .onConflictDoUpdate({ target: passwordResets.userId, set: fresh });
    await queueMail(tx, null, { template: "password_reset", to: email, link });
  });
