import { and, eq, isNotNull } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { queueMail } from "../../outbox/queue-mail";
import { type Proof, proveBoth } from "./prove-both";
import { replaceCodes } from "./recovery-codes";

/**
 * Gives the person ten new recovery codes, the only time they are told; the former ones are void.
 * Refuses: invalid_request (two-step sign-in is off, the password, the code), rate_limited, unavailable.
 */
export async function replaceRecoveryCodes(
  ctx: Ctx,
  proof: Proof,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, email } = await proveBoth(ctx, proof);
  return await db().transaction(async (tx) => {
    // The person's row is the lock, so that of two at once one leaves its ten.
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)))
      .for("no key update");
    if (!user) throw invalid("twoStep", "is off");
    const recoveryCodes = await replaceCodes(tx, userId);
    const author = authorOf(ctx);
    await audit(tx, author, { action: "totp.recovery_codes_replaced", subjectId: userId });
    const mail = { template: "two_step_changed", change: "codes_replaced" } as const;
    await queueMail(tx, null, { ...mail, to: email, codesLeft: recoveryCodes.length });
    return { recoveryCodes };
  });
}
