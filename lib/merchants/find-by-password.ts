import { eq } from "drizzle-orm";
import { db } from "../db/client";
import { users } from "../db/schema/users";
import { normaliseEmail } from "../email";
import { giveBackAttempt, takeAttempt } from "../throttle/throttle";
import { isPassword } from "./password";

export type Known = { userId: string; passwordHash: string; hasTwoSteps: boolean };

/**
 * The account whose password this is; null when it is another's or there is no account, after the
 * same time and without telling which. Failures are counted by account and by network address.
 * Refuses: rate_limited, unavailable.
 */
export async function findByPassword(
  typed: string,
  password: string,
  address: string,
): Promise<Known | null> {
  const email = normaliseEmail(typed);
  const account = email ?? typed.slice(0, 320);
  const pair = JSON.stringify([account, address]);
  await takeAttempt("sign-in-address", address);
  await takeAttempt("sign-in", pair);
  await takeAttempt("sign-in-email", account);

  const user = email === null ? undefined : await findUser(email);
  const matches = await isPassword(password, user?.passwordHash ?? null);
  if (!user || !matches) return null;

  await giveBackAttempt("sign-in-email", account);
  await giveBackAttempt("sign-in", pair);
  await giveBackAttempt("sign-in-address", address);
  const { userId, passwordHash, totpEnabledAt } = user;
  return { userId, passwordHash, hasTwoSteps: totpEnabledAt !== null };
}

async function findUser(email: string) {
  const [user] = await db()
    .select({
      userId: users.id,
      passwordHash: users.passwordHash,
      totpEnabledAt: users.totpEnabledAt,
    })
    .from(users)
    .where(eq(users.email, email));
  return user;
}
