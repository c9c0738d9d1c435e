import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "../../db/client";
import { users } from "../../db/schema/users";
import { queueMail } from "../../outbox/queue-mail";
import { forgetCodes } from "./recovery-codes";

/**
 * Forgets a person's two-step sign-in with its secret and recovery codes, and tells them by mail;
 * false, and nothing, when it is off.
 */
export async function forgetTotp(tx: Tx, userId: string): Promise<boolean> {
  const [user] = await tx
    .update(users)
    .set({ totpEnabledAt: null, sealedTotpSecret: null, totpSetUpAt: null, totpLastStep: null })
    .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)))
    .returning({ email: users.email });
  if (!user) return false;
  await forgetCodes(tx, userId);
  const mail = { template: "two_step_changed", change: "off", codesLeft: 0 } as const;
  await queueMail(tx, null, { ...mail, to: user.email });
  return true;
}
