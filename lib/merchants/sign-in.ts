import { and, eq, isNull } from "drizzle-orm";
import { db } from "../db/client";
import { users } from "../db/schema/users";
import { normaliseEmail } from "../email";
import type { Browser } from "../sessions/sessions";
import { giveBackAttempt, takeAttempt } from "../throttle/attempt-limits";
import { isPassword } from "./passwords/hash";
import { currentStoreOf } from "./person";
import { openSession } from "./sessions";
import { acceptCode } from "./totp/accept-code";

type Credentials = {
  email: string;
  password: string;
  /** Of the person's device, or a recovery code: the second step, when it is on. */
  code?: string | undefined;
};

type SignedIn = { userId: string; sessionId: string };

/** Why a person whose password was right is not signed in. */
type SecondStep = "code_needed" | "code_wrong";

/**
 * Opens a session when the password is the account's and, where two-step sign-in is on, the code is
 * too; null when the password is not or there is no account, after the same time and without
 * telling which. Failures are counted by account and by network address, those of codes on their
 * own. Refuses: rate_limited, unavailable.
 */
export async function signIn(
  { email, password, code }: Credentials,
  browser: Browser,
): Promise<SignedIn | SecondStep | null> {
  const user = await findByPassword(email, password, browser.address);
  const merchantId = user && (await currentStoreOf(db(), user.userId));
  if (!merchantId) return null;
  const { userId } = user;
  if (user.hasTwoSteps) {
    if (!code) return "code_needed";
    const author = { merchantId, actor: `user:${userId}`, requestId: null };
    const accepted = await acceptCode({ userId, code, address: browser.address }, author);
    if (!accepted) return "code_wrong";
  }
  const sessionId = await openWhileStillKnown(user, merchantId, browser);
  return sessionId === null ? null : { userId, sessionId };
}

/**
 * Opens the session, unless the password was changed or two-step sign-in was turned on in the meantime:
 * both end earlier sessions.
 */
const openWhileStillKnown = (
  { userId, passwordHash, hasTwoSteps }: Known,
  merchantId: string,
  browser: Browser,
): Promise<string | null> =>
  db().transaction(async (tx) => {
    const [known] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.id, userId),
          eq(users.passwordHash, passwordHash),
          // With two-step sign-in the code was checked before.
          hasTwoSteps ? undefined : isNull(users.totpEnabledAt),
        ),
      )
      .for("share");
    return known ? openSession({ userId, merchantId }, browser, tx) : null;
  });

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
