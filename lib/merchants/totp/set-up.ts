import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { provePassword } from "../passwords/prove";
import { newTotpSecret, sealTotpSecret, totpUri } from "./code";

/**
 * Makes the secret of two-step sign-in, which counts for nothing until turnOnTotp() has seen a code
 * of it; one made before is void. Refuses: invalid_request (it is on, the password), rate_limited,
 * unavailable.
 */
export async function setUpTotp(
  ctx: Ctx,
  { password }: { password: string },
): Promise<{ secret: string; uri: string }> {
  const { userId, email } = await provePassword(ctx, password);
  const secret = newTotpSecret();
  const [user] = await db()
    .update(users)
    .set({
      sealedTotpSecret: sealTotpSecret(userId, secret),
      totpSetUpAt: sql`now()`,
      totpLastStep: null,
    })
    .where(and(eq(users.id, userId), isNull(users.totpEnabledAt)))
    .returning({ id: users.id });
  if (!user) throw invalid("twoStep", "is on already; turn it off first");
  return { secret, uri: totpUri(secret, email) };
}
