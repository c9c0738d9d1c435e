import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db, type Tx } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { queueMail } from "../../outbox/queue-mail";
import { giveBackAttempt, takeAttempt } from "../../throttle/throttle";
import { personOf } from "../person";
import { revokeSessionsOf } from "../sessions/revoke-of";
import { openTotpSecret, stepOfCode } from "./code";
import { replaceCodes } from "./recovery-codes";

// Long enough to install an app for it; a secret left on a screen must not be confirmed later.
const SET_UP_MINUTES = 15;

/**
 * Turns two-step sign-in on when the code is one of the secret that was set up in the last quarter of
 * an hour; from then on the code is used. Ends the person's other sessions, which took one step.
 * Gives the recovery codes, the only time they are told. Of two at once one wins. Failures are
 * counted by account, and by account and address.
 * Refuses: invalid_request (it is on, nothing was set up, the code), rate_limited.
 */
export async function turnOnTotp(
  ctx: Ctx,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = personOf(ctx);
  const pair = JSON.stringify([userId, ctx.address]);
  await takeAttempt("code", pair);
  await takeAttempt("code-account", userId);
  const recoveryCodes = await db().transaction(async (tx) => {
    const email = await enable(tx, userId, code);
    const codes = await replaceCodes(tx, userId);
    const sessionsEnded = await revokeSessionsOf(tx, { userId, except: sessionId });
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
  if (!user?.sealed) throw invalid("twoStep", "is on already, or was not set up a short while ago");
  const totpLastStep = stepOfCode(openTotpSecret(userId, user.sealed), code, Date.now());
  if (totpLastStep === null) throw invalid("code", "isn't right; wait for the next one");
  await tx
    .update(users)
    .set({ totpEnabledAt: sql`now()`, totpLastStep })
    .where(eq(users.id, userId));
  return user.email;
}
