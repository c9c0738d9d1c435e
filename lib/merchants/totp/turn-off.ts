import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { queueMail } from "../../outbox/queue-mail";
import { audit, authorOf } from "../audit";
import { type Proof, proveBoth } from "./prove-both";
import { forgetCodes } from "./recovery-codes";

/**
 * Turns two-step sign-in off; its secret and recovery codes are forgotten.
 * Refuses: invalid_request (it is off, the password, the code), rate_limited, unavailable.
 */
export async function turnOffTotp(ctx: Ctx, proof: Proof): Promise<object> {
  const { userId, email } = await proveBoth(ctx, proof);
  await db().transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ totpEnabledAt: null, sealedTotpSecret: null, totpSetUpAt: null, totpLastStep: null })
      .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)))
      .returning({ id: users.id });
    if (!user) throw invalid("twoStep", "is off");
    await forgetCodes(tx, userId);
    await audit(tx, authorOf(ctx), { action: "totp.disabled", subjectId: userId });
    const mail = { template: "two_step_changed", change: "off" } as const;
    await queueMail(tx, null, { ...mail, to: email, codesLeft: 0 });
  });
  return {};
}
