import { sql } from "drizzle-orm";
import pLimit, { type LimitFunction } from "p-limit";
import { keyedHash } from "@/lib/base/config/secrets";
import type { RateLimit, RateLimitStatus } from "@/lib/base/context";
import { isRefusal, Refusal, type RefusalCode } from "@/lib/base/errors";
import { networkOf, networksOf } from "@/lib/base/networks";
import { log, safeError } from "@/lib/base/observe/log";
import { currentBucket, FIRST_BUCKET, inBucket } from "@/lib/db/client/buckets";
import { callPool, db } from "@/lib/db/client/client";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Limits on attempts by account, network, user or store. Those by network (`perNetwork`) take an IP address,
 * alone or after a store's id and a space, and count IPv6 by /64 and, with a higher limit, by /48.
 *
 * An account has a low limit per network and a high one in total. A browser or a network that signed in to it
 * before is only counted by itself, so that nobody can lock its owner out. The same holds for emailed links,
 * which are never refused by email: beyond the limits, a link that was just emailed is not replaced.
 *
 * Only people who know the password can guess two-step codes. Three of a million codes are valid at a time,
 * so 30 attempts a day have a chance of one in thirty in a year. Recovery codes don't count towards the daily
 * limit, so they let in an owner whose attempts someone else used up.
 *
 * A store's concurrent downloads are given back when they end, or after the window if the process died.
 *
 * Limits with `atStore` are counted in the current bucket; all others in the first one, so that they count alike at
 * every store.
 *
 * Balance checks count even if the code was right, per network and per network at one store: no number of
 * networks can close the page for others. A code is one of 2^75, so no number of networks finds one either.
 */
export const THROTTLES = {
  "sign-in": { max: 10, windowMs: 15 * MINUTE_MS },
  "sign-in-known": { max: 20, windowMs: 15 * MINUTE_MS },
  "sign-in-known-address": { max: 120, windowMs: 15 * MINUTE_MS, perNetwork: true },
  "sign-in-throttled": { max: 1, windowMs: 15 * MINUTE_MS },
  "sign-in-email": { max: 100, windowMs: 15 * MINUTE_MS },
  "sign-in-address": { max: 60, windowMs: 15 * MINUTE_MS, perNetwork: true },
  "passkey-address": { max: 120, windowMs: 15 * MINUTE_MS, perNetwork: true },
  "sign-up-address": { max: 100, windowMs: HOUR_MS, perNetwork: true },
  // One mailbox has as many addresses as someone can think of +tags, and each account mails its own.
  "sign-up-mailbox": { max: 20, windowMs: HOUR_MS },
  // Stores per person. Each can send email of its own.
  "new-store": { max: 5, windowMs: 24 * HOUR_MS },
  "invitation-address": { max: 100, windowMs: 15 * MINUTE_MS, perNetwork: true },
  "invitation-mail": { max: 100, windowMs: HOUR_MS, perNetwork: true },
  // Proposals per store. Each emails the owners of another store, and shows whether a short name exists.
  "agreement-proposal": { max: 20, windowMs: 24 * HOUR_MS, atStore: true },
  // Proposals that mail the owners of one store, from all stores. Other proposals are made without an email.
  "agreement-mail": { max: 10, windowMs: 24 * HOUR_MS },
  code: { max: 10, windowMs: 15 * MINUTE_MS },
  "code-account": { max: 30, windowMs: 24 * HOUR_MS },
  "password-proof": { max: 10, windowMs: 15 * MINUTE_MS },
  // Estimates of a password that is being typed, one at each pause.
  "password-check": { max: 300, windowMs: 15 * MINUTE_MS, perNetwork: true },
  "reset-address": { max: 60, windowMs: HOUR_MS, perNetwork: true },
  "reset-email": { max: 5, windowMs: HOUR_MS },
  "reset-email-total": { max: 20, windowMs: HOUR_MS },
  "reset-email-flood": { max: 1, windowMs: 10 * MINUTE_MS },
  // Resends of one card.
  "card-email": { max: 3, windowMs: HOUR_MS, atStore: true },
  // Wrong codes per caller. With 75 bits, even a million guesses would find nothing.
  "transfer-code": { max: 100, windowMs: 15 * MINUTE_MS },
  // Wrong codes per key. Many tills can share a key, and imported codes can be short.
  "lookup-code": { max: 300, windowMs: 15 * MINUTE_MS, atStore: true },
  "lookup-code-audit": { max: 1, windowMs: 15 * MINUTE_MS, atStore: true },
  "reset-token": { max: 60, windowMs: 15 * MINUTE_MS, perNetwork: true },
  "proof-mail": { max: 5, windowMs: HOUR_MS },
  "proof-token": { max: 60, windowMs: 15 * MINUTE_MS, perNetwork: true },
  download: { max: 30, windowMs: 10 * MINUTE_MS, atStore: true },
  "download-store": { max: 3, windowMs: 15 * MINUTE_MS, atStore: true },
  // A person's largest selection is 100 requests.
  "bulk-cards": { max: 120, windowMs: 10 * MINUTE_MS, atStore: true },
  "import-check": { max: 30, windowMs: 10 * MINUTE_MS, atStore: true },
  "logo-upload": { max: 30, windowMs: 10 * MINUTE_MS, atStore: true },
  "wallet-address": { max: 60, windowMs: HOUR_MS, perNetwork: true },
  "wallet-email": { max: 5, windowMs: HOUR_MS },
  "wallet-email-total": { max: 20, windowMs: HOUR_MS },
  "wallet-email-flood": { max: 1, windowMs: 5 * MINUTE_MS },
  "wallet-token": { max: 60, windowMs: 15 * MINUTE_MS, perNetwork: true },
  // Wrong sign-in codes of a mailbox: with 30 of a million a day, one in ninety in a year. The link works beyond that.
  "wallet-code": { max: 30, windowMs: 24 * HOUR_MS },
  // Wrong tokens of wallet passes. They have 256 bits: this limits the load, and a phone with an old pass.
  "pass-token": { max: 100, windowMs: 15 * MINUTE_MS, perNetwork: true },
  // Signed files per pass: a phone gets one for each change.
  "pass-file": { max: 120, windowMs: 15 * MINUTE_MS },
  "pass-log": { max: 60, windowMs: 15 * MINUTE_MS, perNetwork: true },
  "claim-consumer": { max: 10, windowMs: 15 * MINUTE_MS, atStore: true },
  "claim-address": { max: 60, windowMs: 15 * MINUTE_MS, perNetwork: true, atStore: true },
  // Wrong PINs per code and network, and per code: a PIN of four digits takes 200 days from many networks.
  pin: { max: 10, windowMs: 24 * HOUR_MS },
  "pin-total": { max: 50, windowMs: 24 * HOUR_MS },
  // Pairing codes of tills: 40 bits, for 15 minutes.
  "pairing-address": { max: 30, windowMs: 15 * MINUTE_MS, perNetwork: true },
  // Wrong PINs of a cashier at one device, and of all cashiers there: four digits take months to guess.
  "till-pin": { max: 5, windowMs: 15 * MINUTE_MS, atStore: true },
  "till-pin-day": { max: 30, windowMs: 24 * HOUR_MS, atStore: true },
  "till-pin-device": { max: 50, windowMs: 24 * HOUR_MS, atStore: true },
  "balance-address": { max: 60, windowMs: 15 * MINUTE_MS, perNetwork: true },
  "balance-store": { max: 20, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<
  string,
  Omit<RateLimit, "name"> & { perNetwork?: true; atStore?: true }
>;

export type Throttle = keyof typeof THROTTLES;

/** Hashes who is counted, so that the table doesn't reveal who tried to sign in. */
const subjectOf = (throttle: Throttle, who: string): string =>
  `${throttle}:${keyedHash("throttle", who).toString("base64url")}`;

/** Replaces the default message and retry time of a refusal. */
type RefusalText = { message: string; retryAfterSeconds: number };

/** Whom an attempt counts for, with the factor of the limit: `who`, or the networks of its IP address. */
function countedOf(throttle: Throttle, who: string): { network: string; factor: number }[] {
  if (!("perNetwork" in THROTTLES[throttle])) return [{ network: who, factor: 1 }];
  const addressAt = who.lastIndexOf(" ") + 1;
  const [among, address] = [who.slice(0, addressAt), who.slice(addressAt)];
  return networksOf(address).map(({ network, factor }) => ({ network: among + network, factor }));
}

/** Runs work in the bucket where a limit is counted. */
const whereCounted = <T>(throttle: Throttle, work: () => T): T =>
  inBucket("atStore" in THROTTLES[throttle] ? currentBucket() : FIRST_BUCKET, work);

/** Counts an attempt of `who` in its own transaction. Refuses: rate_limited. */
export async function takeAttempt(
  throttle: Throttle,
  who: string,
  override?: RefusalText,
): Promise<void> {
  const { max, windowMs } = THROTTLES[throttle];
  for (const { network, factor } of countedOf(throttle, who)) {
    const subject = subjectOf(throttle, network);
    const [row] = await whereCounted(
      throttle,
      () => callPool("take_limit")<{ taken: RateLimitStatus & { refused: boolean } }[]>`
        select take_limit(${subject}, ${throttle}, ${max * factor}, ${windowMs}) as taken`,
    );
    if (row?.taken.refused) throw tooManyAttempts(row.taken, override);
  }
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

function tooManyAttempts(
  { resetMs }: Pick<RateLimitStatus, "resetMs">,
  override?: RefusalText,
): Refusal {
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1000));
  const retryAfterSeconds = Math.min(resetSeconds, override?.retryAfterSeconds ?? resetSeconds);
  return new Refusal("rate_limited", {
    message:
      override?.message ?? `Too many attempts. Try again in ${inMinutes(retryAfterSeconds)}.`,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

/** Counts an attempt of `who`, if one more is allowed. Returns whether it is. */
export async function tryAttempt(throttle: Throttle, who: string): Promise<boolean> {
  try {
    await takeAttempt(throttle, who);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/**
 * Gives back an attempt that succeeded, because only failures count. Never throws: the work is already
 * committed, and a lost attempt comes back after its window.
 */
export async function giveBackAttempt(throttle: Throttle, who: string): Promise<void> {
  try {
    for (const { network } of countedOf(throttle, who)) {
      await whereCounted(throttle, () =>
        db().execute(sql`update rate_limits set hits = trim_array(hits, 1)
          where subject = ${subjectOf(throttle, network)} and bucket = ${throttle}
            and cardinality(hits) > 0`),
      );
    }
  } catch (error) {
    log().warn({ throttle, error: safeError(error) }, "an attempt was not given back");
  }
}

export type Attempt = readonly [throttle: Throttle, who: string];

/** Guesses of the PIN of cards with this normalized code, from an IP address. They count alike everywhere. */
export const pinGuesses = (address: string, code: string): Attempt[] => [
  ["pin", JSON.stringify([networkOf(address), code])],
  ["pin-total", code],
];

/** Refusals that mean that a guessed code or PIN was wrong. */
const WRONG_CODE: readonly RefusalCode[] = ["not_found", "transfers_not_enabled", "unauthorized"];

export const isWrongCode = (error: unknown): boolean =>
  isRefusal(error) && WRONG_CODE.includes(error.code);

/** Counts guesses of a code or a PIN. Gives the attempt back unless it was wrong. */
export async function limitGuesses<T>(attempts: Attempt[], guess: () => Promise<T>): Promise<T> {
  for (const [throttle, who] of attempts) await takeAttempt(throttle, who);
  let isWrong = false;
  try {
    return await guess();
  } catch (error) {
    isWrong = isWrongCode(error);
    throw error;
  } finally {
    if (!isWrong) for (const [throttle, who] of attempts) await giveBackAttempt(throttle, who);
  }
}

/** More than the tills of a key send at the same time, and few enough to exceed a limit by. */
const MAX_GUESSES_AT_ONCE = 50;
const guessing = new Map<string, LimitFunction>();

/** Runs `guess` when few others of `who` run here, because a guess that is under way isn't counted yet. */
async function fewAtOnce<T>(who: string, guess: () => Promise<T>): Promise<T> {
  const queue = guessing.get(who) ?? pLimit(MAX_GUESSES_AT_ONCE);
  guessing.set(who, queue);
  try {
    return await queue(guess);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) guessing.delete(who);
  }
}

/**
 * Like limitGuesses(), for a frequent lookup whose codes are almost always right: it writes only after a wrong
 * code, for which `guess` is refused or finds nothing. At each instance, 50 guesses that are under way at the same time
 * can exceed the limit.
 */
export const limitWrongGuesses = <T>(
  [throttle, who]: Attempt,
  guess: () => Promise<T>,
  isWrong = isWrongCode,
): Promise<T> =>
  fewAtOnce(subjectOf(throttle, who), () => guessWithin([throttle, who], guess, isWrong));

async function guessWithin<T>(
  [throttle, who]: Attempt,
  guess: () => Promise<T>,
  isWrong: (error: unknown) => boolean,
): Promise<T> {
  const { max, windowMs } = THROTTLES[throttle];
  const [full] = await whereCounted(throttle, () =>
    db().execute<{ resetMs: number }>(
      sql`select ${windowMs}::int - 1000 * extract(epoch from
        clock_timestamp() - hits[cardinality(hits) - ${max}::int + 1])::float8 as "resetMs"
      from rate_limits
      where subject = ${subjectOf(throttle, who)} and bucket = ${throttle}
        and not has_room(hits, ${max}::int, ${windowMs}::int)`,
    ),
  );
  if (full) throw tooManyAttempts(full);
  try {
    const right = await guess();
    if (right === undefined) await takeAttempt(throttle, who);
    return right;
  } catch (error) {
    if (isWrong(error)) await takeAttempt(throttle, who);
    throw error;
  }
}
