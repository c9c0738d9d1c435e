import { and, eq, isNull } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { normaliseEmail } from "@/lib/base/email";
import { isRefusal } from "@/lib/base/errors";
import { networkOf } from "@/lib/base/networks";
import { db } from "@/lib/db/client/client";
import { users } from "@/lib/db/schema/users";
import { type Attempt, giveBackAttempt, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { isOutdatedHash, isPassword, rehashPassword } from "@/lib/domain/people/passwords/hash";
import { acceptCode } from "@/lib/domain/people/totp/accept-code";
import { reportFailedSignIn, type SignInFailure } from "./failed-sign-in";
import { isKnownNetwork, knownBrowserId, sessionAddresses } from "./known-browsers";
import type { Browser } from "./session-records";
import { currentStoreOf, openSession } from "./sessions";

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
  const failed = (reason: SignInFailure) => reportFailedSignIn({ email, reason }, browser);
  const reportThrottled = (error: unknown): never => {
    if (isRefusal(error) && error.code === "rate_limited") failed("throttled");
    throw error;
  };
  const user = await findByPassword(email, password, browser).catch(reportThrottled);
  const merchantId = user && hasStarted(user) && (await currentStoreOf(db(), user.userId));
  if (!merchantId) {
    failed("wrong_password");
    return null;
  }
  const { userId } = user;
  if (user.hasTwoSteps) {
    if (!code) return "code_needed";
    const author = { merchantId, actor: `user:${userId}`, requestId: null };
    const attempt = { userId, code, address: browser.address };
    if (!(await acceptCode(attempt, author).catch(reportThrottled))) {
      failed("wrong_code");
      return "code_wrong";
    }
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
    const [user] = await tx
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
    return user ? openSession({ userId, merchantId }, browser, tx) : null;
  });

export type UserCredentials = {
  userId: string;
  passwordHash: string;
  hasTwoSteps: boolean;
  /** Whether the user's email is confirmed. */
  isConfirmed: boolean;
};

/**
 * Whether people can sign in to the account. In production, the email must be confirmed; until then, sign-in
 * responds as if there were no account.
 */
const hasStarted = ({ isConfirmed }: Pick<UserCredentials, "isConfirmed">): boolean =>
  isConfirmed || !env().production;

type SignInBrowser = Pick<Browser, "address"> & {
  /** The cookie that names the accounts this browser signed in to before. */
  knownCookie?: string;
};

/**
 * The account with this email and password. Null if the password is wrong or there is no account, after the
 * same time and without revealing which. Failures are counted by account and by network; those of a browser
 * or network that signed in to the account before only by itself, and by network with others that did. To an
 * account that has not started, the right password counts as a failure, because the limit would reveal it.
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
  const browserId = knownBrowserId(knownCookie, account);
  const isKnown = browserId !== null || isKnownNetwork(user?.addresses ?? [], address);
  const pair = JSON.stringify([account, networkOf(address)]);
  const attempts: Attempt[] = isKnown
    ? [
        ["sign-in-known-address", address],
        ["sign-in-known", browserId ?? pair],
      ]
    : [
        ["sign-in-address", address],
        ["sign-in", pair],
        ["sign-in-email", account],
      ];
  for (const [throttle, who] of attempts) await takeAttempt(throttle, who);

  const caller = isKnown ? "known" : "stranger";
  const matches = await isPassword(password, user?.passwordHash ?? null, caller);
  if (!user || !matches) return null;

  const { userId, totpEnabledAt, verifiedAt } = user;
  const isConfirmed = verifiedAt !== null;
  if (hasStarted({ isConfirmed })) {
    for (const [throttle, who] of attempts) await giveBackAttempt(throttle, who);
  }
  const passwordHash = await renewHash(userId, password, user.passwordHash);
  return { userId, passwordHash, hasTwoSteps: totpEnabledAt !== null, isConfirmed };
}

/**
 * Replaces a hash of an outdated cost, now that the password is known. Returns the hash that is stored: the
 * old one if the server is busy or the password was changed meanwhile.
 */
async function renewHash(userId: string, password: string, former: string): Promise<string> {
  if (!isOutdatedHash(former)) return former;
  const passwordHash = await rehashPassword(password).catch(() => null);
  if (passwordHash === null) return former;
  const [renewed] = await db()
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), eq(users.passwordHash, former)))
    .returning({ id: users.id });
  return renewed ? passwordHash : former;
}

async function findUser(email: string) {
  const [user] = await db()
    .select({
      userId: users.id,
      passwordHash: users.passwordHash,
      totpEnabledAt: users.totpEnabledAt,
      addresses: sessionAddresses,
      verifiedAt: users.verifiedAt,
    })
    .from(users)
    .where(eq(users.email, email));
  return user;
}
