import { and, eq, isNull } from "drizzle-orm";
import { db } from "../db/client";
import { users } from "../db/schema/users";
import { normaliseEmail } from "../email";
import { type Attempt, giveBackAttempt, takeAttempt } from "../limits/attempt-limits";
import { networkOf } from "../networks";
import type { Browser } from "../sessions/sessions";
import { isKnownBrowser, isKnownNetwork, sessionAddresses } from "./known-browsers";
import { isPassword } from "./passwords/hash";
import { currentStoreOf, openSession } from "./sessions";
import { acceptCode } from "./totp/accept-code";

type Credentials = {
  email: string;
  password: string;
  /** The second step, if it is on: an authenticator code or a recovery code. */
  code?: string | undefined;
};

type NewSession = { userId: string; sessionId: string };

/** Why a user with the right password is not signed in. */
type SecondStepProblem = "code_needed" | "code_wrong";

/**
 * Opens a session if the password is right and, with two-step sign-in, the code is too. Returns null if the
 * password is wrong or there is no account, after the same time and without revealing which. Failures are
 * counted by account and by IP address, and separately for codes.
 * Refuses: rate_limited, unavailable.
 */
export async function signIn(
  { email, password, code }: Credentials,
  browser: Browser & { knownCookie?: string },
): Promise<NewSession | SecondStepProblem | null> {
  const user = await findByPassword(email, password, browser);
  const merchantId = user && (await currentStoreOf(db(), user.userId));
  if (!merchantId) return null;
  const { userId } = user;
  if (user.hasTwoSteps) {
    if (!code) return "code_needed";
    const author = { merchantId, actor: `user:${userId}`, requestId: null };
    const accepted = await acceptCode({ userId, code, address: browser.address }, author);
    if (!accepted) return "code_wrong";
  }
  const sessionId = await openSessionIfUnchanged(user, merchantId, browser);
  return sessionId === null ? null : { userId, sessionId };
}

/**
 * Opens the session, unless the password was changed or two-step sign-in was turned on in the meantime,
 * because both end earlier sessions.
 */
const openSessionIfUnchanged = (
  { userId, passwordHash, hasTwoSteps }: UserCredentials,
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
          // With two-step sign-in, the code was already checked.
          hasTwoSteps ? undefined : isNull(users.totpEnabledAt),
        ),
      )
      .for("share");
    return known ? openSession({ userId, merchantId }, browser, tx) : null;
  });

export type UserCredentials = { userId: string; passwordHash: string; hasTwoSteps: boolean };

type SignInBrowser = Pick<Browser, "address"> & {
  /** The cookie that names the accounts this browser signed in to before. */
  knownCookie?: string;
};

/**
 * The account with this email and password. Null if the password is wrong or there is no account, after the
 * same time and without revealing which. Failures are counted by account and by network; those of a browser
 * or network that signed in to the account before only by itself.
 * Refuses: rate_limited, unavailable.
 */
export async function findByPassword(
  typed: string,
  password: string,
  { address, knownCookie = "" }: SignInBrowser,
): Promise<UserCredentials | null> {
  const email = normaliseEmail(typed);
  const account = email ?? typed.slice(0, 320);
  const user = email === null ? undefined : await findUser(email);
  const isBrowserKnown = isKnownBrowser(knownCookie, account);
  const isKnown = isBrowserKnown || isKnownNetwork(user?.addresses ?? [], address);
  const pair = JSON.stringify([account, isBrowserKnown ? "browser" : networkOf(address)]);
  const attempts: Attempt[] = isKnown
    ? [["sign-in-known", pair]]
    : [
        ["sign-in-address", address],
        ["sign-in", pair],
        ["sign-in-email", account],
      ];
  for (const [throttle, who] of attempts) await takeAttempt(throttle, who);

  const caller = isKnown ? "known" : "stranger";
  const matches = await isPassword(password, user?.passwordHash ?? null, caller);
  if (!user || !matches) return null;

  for (const [throttle, who] of attempts) await giveBackAttempt(throttle, who);
  const { userId, passwordHash, totpEnabledAt } = user;
  return { userId, passwordHash, hasTwoSteps: totpEnabledAt !== null };
}

async function findUser(email: string) {
  const [user] = await db()
    .select({
      userId: users.id,
      passwordHash: users.passwordHash,
      totpEnabledAt: users.totpEnabledAt,
      addresses: sessionAddresses,
    })
    .from(users)
    .where(eq(users.email, email));
  return user;
}
