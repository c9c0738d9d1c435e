import { randomInt } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { keyedHash, keyedHashes, sameSecret } from "@/lib/base/config/secrets";
import { mailboxOf } from "@/lib/base/email";
import { hashToken } from "@/lib/base/opaque-token";
import { db, type Tx } from "@/lib/db/client/client";
import { signInCodes } from "@/lib/db/schema/consumer-access";
import { giveBackAttempt, tryAttempt } from "@/lib/domain/limits/attempt-limits";

const DIGITS = 6;

/** How often a code can be tried. */
const MAX_TRIES = 5;

/** The browser that asked for a sign-in email, by the token in its cookie, and the email's normalized address. */
export type AskingBrowser = { browser: string; email: string };

const textOf = ({ browser, email }: AskingBrowser) => JSON.stringify([browser, email]);

const browserHashOf = (asking: AskingBrowser) => hashToken(textOf(asking));

/** What is hashed of a code, with a key of ours: another hash would tell a code of six digits. */
const hashedText = (asking: AskingBrowser, code: string) => `${textOf(asking)} ${code}`;
const PURPOSE = "sign-in-code";

type Link = { tokenHash: Uint8Array; minutes: number };

/** Creates a code for the browser, which replaces its earlier one and expires with the link. Returns the code. */
export async function createSignInCode(
  tx: Tx,
  asking: AskingBrowser,
  { tokenHash: linkHash, minutes }: Link,
): Promise<string> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
  const codeHash = keyedHash(PURPOSE, hashedText(asking, code));
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`;
  await tx
    .insert(signInCodes)
    .values({ browserHash: browserHashOf(asking), linkHash, codeHash, expiresAt })
    .onConflictDoUpdate({
      target: signInCodes.browserHash,
      set: { linkHash, codeHash, tries: 0, expiresAt: sql`excluded.expires_at` },
    });
  return code;
}

/**
 * Counts a try of the browser's code. Returns the hash of the link that the code stands for, which may be used or
 * expired; null if the code is wrong or was tried too often, or if the address had too many wrong ones lately.
 */
export async function trySignInCode(
  asking: AskingBrowser,
  code: string,
): Promise<Uint8Array | null> {
  const [tried] = await db()
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(
      and(eq(signInCodes.browserHash, browserHashOf(asking)), lt(signInCodes.tries, MAX_TRIES)),
    )
    .returning();
  const mailbox = mailboxOf(asking.email);
  if (!tried || !(await tryAttempt("wallet-code", mailbox))) return null;
  const hashes = keyedHashes(PURPOSE, hashedText(asking, code));
  if (!hashes.some((hash) => sameSecret(hash, tried.codeHash))) return null;
  await giveBackAttempt("wallet-code", mailbox);
  return tried.linkHash;
}
