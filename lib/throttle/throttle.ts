import { sql } from "drizzle-orm";
import type { Limit, Rate } from "../context";
import { db } from "../db/client";
import { Refusal } from "../errors";
import { log, safeError } from "../log";
import { keyedHash } from "../secrets";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Guesses at one account from one address; at one account from anywhere, many more of them, so that
 * nobody can lock another out with a few; from one address (a store's people may share it); and
 * stores made from one address; invitations looked up or answered, and sent, from one address; links
 * into a wallet asked for from one address and for one, and opened.
 *
 * Codes of two steps are guessed only by who knows the password. Three of a million are right at a
 * time, so that thirty a day would take a year for one chance in thirty; recovery codes, which
 * nobody guesses, are not counted in the day's, and let an owner in whose account was used up.
 *
 * Files taken by one person; and under way at once for one store, each of which is given back when
 * it ends, and after the window if its process died. Files to be imported checked by one person.
 *
 * Codes of cards: wrong ones claimed by one consumer, or from one address (a shop's server claims
 * for many); wrong ones at the public balance page from one address, and from everywhere together.
 * Right ones are given back. At 500 wrong ones an hour a million take twelve weeks, and a code is
 * one of 2^75.
 */
export const THROTTLES = {
  "sign-in": { max: 10, windowMs: 15 * MINUTE_MS },
  "sign-in-email": { max: 100, windowMs: 15 * MINUTE_MS },
  "sign-in-address": { max: 60, windowMs: 15 * MINUTE_MS },
  "sign-up-address": { max: 100, windowMs: HOUR_MS },
  "invitation-address": { max: 100, windowMs: 15 * MINUTE_MS },
  "invitation-mail": { max: 100, windowMs: HOUR_MS },
  code: { max: 10, windowMs: 15 * MINUTE_MS },
  "code-account": { max: 30, windowMs: 24 * HOUR_MS },
  "password-proof": { max: 10, windowMs: 15 * MINUTE_MS },
  "reset-address": { max: 60, windowMs: HOUR_MS },
  "reset-email": { max: 5, windowMs: HOUR_MS },
  // Codes that found nothing, by who asked: 75 bits, so that even a million would find nothing.
  "transfer-code": { max: 100, windowMs: 15 * MINUTE_MS },
  "reset-token": { max: 60, windowMs: 15 * MINUTE_MS },
  "proof-mail": { max: 5, windowMs: HOUR_MS },
  "proof-token": { max: 60, windowMs: 15 * MINUTE_MS },
  download: { max: 30, windowMs: 10 * MINUTE_MS },
  "download-store": { max: 3, windowMs: 15 * MINUTE_MS },
  "import-check": { max: 30, windowMs: 10 * MINUTE_MS },
  "wallet-address": { max: 60, windowMs: HOUR_MS },
  "wallet-email": { max: 5, windowMs: HOUR_MS },
  "wallet-token": { max: 60, windowMs: 15 * MINUTE_MS },
  "claim-consumer": { max: 10, windowMs: 15 * MINUTE_MS },
  "claim-address": { max: 60, windowMs: 15 * MINUTE_MS },
  "balance-address": { max: 10, windowMs: 15 * MINUTE_MS },
  "balance-everywhere": { max: 500, windowMs: HOUR_MS },
} as const satisfies Record<string, Omit<Limit, "bucket">>;

export type Throttle = keyof typeof THROTTLES;

/** Who is counted: a hash, so that the table does not list who tried to sign in. */
const subjectOf = (throttle: Throttle, who: string): string =>
  `${throttle}:${keyedHash("throttle", who).toString("base64url")}`;

/** What a refusal tells where it is not of attempts that run out: in words, and when to retry. */
type Told = { message: string; retryAfterSeconds: number };

/** Takes one attempt of `who` in a commit of its own. Refuses: rate_limited. */
export async function takeAttempt(throttle: Throttle, who: string, told?: Told): Promise<void> {
  const { max, windowMs } = THROTTLES[throttle];
  const [row] = await db().execute<{ taken: Rate & { refused: boolean } }>(
    sql`select take_limit(${subjectOf(throttle, who)}, ${throttle}, ${max}, ${windowMs}) as taken`,
  );
  if (!row?.taken.refused) return;
  const resetSeconds = Math.max(1, Math.ceil(row.taken.resetMs / 1000));
  const retryAfterSeconds = Math.min(resetSeconds, told?.retryAfterSeconds ?? resetSeconds);
  throw new Refusal("rate_limited", {
    message:
      told?.message ?? `Too many attempts; retry in ${Math.ceil(retryAfterSeconds / 60)} min.`,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

/**
 * Gives back an attempt that succeeded: only failures are to run out. Never throws: what succeeded has
 * been committed, and an attempt that is lost is back after its window.
 */
export async function giveBackAttempt(throttle: Throttle, who: string): Promise<void> {
  try {
    await db().execute(sql`update rate_limits set hits = trim_array(hits, 1)
      where subject = ${subjectOf(throttle, who)} and bucket = ${throttle}
        and cardinality(hits) > 0`);
  } catch (error) {
    log().warn({ throttle, error: safeError(error) }, "an attempt was not given back");
  }
}
