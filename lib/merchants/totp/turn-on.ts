import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { queueMail } from "../../outbox/queue-mail";
import { audit, authorOf } from "../audit";
import { personOf } from "../person";
import { openTotpSecret, stepOfCode } from "./code";
import { replaceCodes } from "./recovery-codes";

/**
 * Turns two-step sign-in on when the code is one of the secret that was set up; from then on the
 * code is used. Gives the recovery codes, the only time they are told. Of two at once one wins.
 * Refuses: invalid_request (it is on, nothing was set up, the code).
 */
export const turnOnTotp = (
  ctx: Ctx,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> =>
  db().transaction(async (tx) => {
    const { userId } = personOf(ctx);
    const [user] = await tx
      .select({ email: users.email, sealed: users.sealedTotpSecret })
      .from(users)
      .where(
        and(eq(users.id, userId), isNull(users.totpEnabledAt), isNotNull(users.sealedTotpSecret)),
      )
      .for("no key update");
    if (!user?.sealed) throw invalid("twoStep", "is on already, or was not set up");
    const totpLastStep = stepOfCode(openTotpSecret(userId, user.sealed), code, Date.now());
    if (totpLastStep === null) throw invalid("code", "isn't right; wait for the next one");

    await tx
      .update(users)
      .set({ totpEnabledAt: sql`now()`, totpLastStep })
      .where(eq(users.id, userId));
    const recoveryCodes = await replaceCodes(tx, userId);
    await audit(tx, authorOf(ctx), { action: "totp.enabled", subjectId: userId });
    const mail = { template: "two_step_changed", change: "on" } as const;
    await queueMail(tx, null, { ...mail, to: user.email, codesLeft: recoveryCodes.length });
    return { recoveryCodes };
  });
