import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { provePassword } from "../passwords/prove";
import { newTotpSecret, sealTotpSecret, totpUri } from "./code";

/**
 * Makes the secret of two-step sign-in, which counts for nothing until turnOnTotp() has seen a code
 * of it; one made before is void. Only for an address that was confirmed: nobody is to lock its owner
 * out. Refuses: invalid_request (it is on, the address, the password), rate_limited, unavailable.
 */
export async function setUpTotp(
  ctx: Ctx,
  { password }: { password: string },
): Promise<{ secret: string; uri: string }> {
  const { userId, email } = await provePassword(ctx, password);
  const secret = newTotpSecret();
  const isTheirs = eq(users.id, userId);
  const [user] = await db()
    .update(users)
    .set({
      sealedTotpSecret: sealTotpSecret(userId, secret),
      totpSetUpAt: sql`now()`,
      totpLastStep: null,
    })
    .where(and(isTheirs, isNull(users.totpEnabledAt), isNotNull(users.verifiedAt)))
    .returning({ id: users.id });
  if (!user) throw await whyNot(isTheirs);
  return { secret, uri: totpUri(secret, email) };
}

async function whyNot(isTheirs: SQL) {
  const [user] = await db().select({ since: users.totpEnabledAt }).from(users).where(isTheirs);
  return user?.since
    ? invalid("twoStep", "is on already; turn it off first")
    : invalid("email", "must be confirmed first, by the link that was mailed to it");
}
