import { eq } from "drizzle-orm";
import pLimit from "p-limit";
import { keyedHash } from "@/lib/base/config/secrets";
import { normaliseEmail } from "@/lib/base/email";
import { newRequestId } from "@/lib/base/ids";
import { log, safeError } from "@/lib/base/observe/log";
import { db } from "@/lib/db/client/client";
import { memberships, users } from "@/lib/db/schema/users";
import { audit } from "@/lib/domain/audit/audit";
import { tryAttempt } from "@/lib/domain/limits/attempt-limits";
import { type Browser, seenBrowser } from "./session-records";

export type SignInFailure = "wrong_password" | "wrong_code" | "wrong_passkey" | "throttled";
type Failure = {
  /** As typed, or the user's id if a passkey named it. Both are missing if no account is known. */
  email?: string;
  userId?: string;
  reason: SignInFailure;
};

const HASH_CHARS = 16;

// Beyond this queue, audit entries are skipped; the log has all failures.
const MAX_WAITING = 100;
const queue = pLimit(1);

/**
 * Records a failed sign-in: one log line, and an audit entry in each store of the account, if there is one.
 * Attempts that a limit refused are audited once per account in 15 minutes, because their number is unlimited. The
 * log gets a hash of the email, so that attempts on one account can be matched. Audits after the response,
 * whose time must not reveal whether the account exists.
 */
export function reportFailedSignIn({ email = "", userId, reason }: Failure, browser: Browser) {
  const requestId = newRequestId();
  const address = normaliseEmail(email) ?? email;
  const account = userId ?? keyedHash("log", address).toString("base64url").slice(0, HASH_CHARS);
  const { network } = seenBrowser(browser);
  log().warn({ event: "sign_in_failed", requestId, reason, account, network }, "sign-in failed");
  if (!(userId || address) || queue.pendingCount >= MAX_WAITING) return;
  const isTheirs = userId ? eq(users.id, userId) : eq(users.email, address);
  queue(async () => {
    if (reason === "throttled" && !(await tryAttempt("sign-in-throttled", account))) return;
    await recordInStores(isTheirs, { reason, requestId }, browser);
  }).catch((error) =>
    log().error({ requestId, error: safeError(error) }, "a failed sign-in was not recorded"),
  );
}

async function recordInStores(
  isTheirs: ReturnType<typeof eq>,
  { reason, requestId }: { reason: SignInFailure; requestId: string },
  browser: Browser,
): Promise<void> {
  const stores = await db()
    .select({ merchantId: memberships.merchantId, userId: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isTheirs);
  for (const { merchantId, userId } of stores) {
    const author = { merchantId, actor: `user:${userId}`, requestId };
    const details = { reason, ...seenBrowser(browser) };
    await audit(db(), author, { action: "session.refused", subjectId: userId, details });
  }
}
