import { asc, eq, sql } from "drizzle-orm";
import { db } from "../db/client";
import { memberships, users } from "../db/schema/users";
import { normaliseEmail } from "../email";
import { isPassword } from "./password";
import { type Browser, openSession } from "./sessions/open";
import { giveBackAttempt, takeAttempt } from "./throttle";

/**
 * Opens a session when the password is the account's; null when it is not or there is no account,
 * after the same time and without telling which. Failures are counted by account and by network
 * address. Refuses: rate_limited, unavailable.
 */
export async function signIn(
  { email: typed, password }: { email: string; password: string },
  browser: Browser,
): Promise<{ userId: string; sessionId: string } | null> {
  const email = normaliseEmail(typed);
  const account = email ?? typed.slice(0, 320);
  const pair = JSON.stringify([account, browser.address]);
  await takeAttempt("sign-in-address", browser.address);
  await takeAttempt("sign-in", pair);
  await takeAttempt("sign-in-email", account);

  const user = email === null ? undefined : await findMember(email);
  const matches = await isPassword(password, user?.passwordHash ?? null);
  if (!user || !matches) return null;

  await giveBackAttempt("sign-in-email", account);
  await giveBackAttempt("sign-in", pair);
  await giveBackAttempt("sign-in-address", browser.address);
  return { userId: user.userId, sessionId: await openSession(user, browser) };
}

/** The account with the store it last turned to, else the oldest it is a member of. */
async function findMember(email: string) {
  const [member] = await db()
    .select({
      userId: users.id,
      passwordHash: users.passwordHash,
      merchantId: memberships.merchantId,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(eq(users.email, email))
    .orderBy(
      sql`${memberships.lastOpenedAt} desc nulls last`,
      asc(memberships.createdAt),
      asc(memberships.merchantId),
    )
    .limit(1);
  return member;
}
