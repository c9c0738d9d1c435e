const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a job and its card are one process's: longer than the calls of one run take together. */
export const LEASE_MS = MINUTE_MS;

/** No call to a platform begins later than this after the lease was taken; each ends within 10 s. */
export const CALLS_MS = 25 * SECOND_MS;

/** A run over a card has ended this long after it began, its notes written. */
export const RUN_MS = CALLS_MS + 10 * SECOND_MS;

/** Jobs under way at once: in a process, for one platform, and for one that can't be reached. */
export const CONCURRENCY = { process: 64, connection: 8, failing: 1 } as const;

/** How long after each failed try the next one follows; the last pause is that of all later ones. */
const RETRY_AFTER_MS = [5, 10, 30, 120, 600, 1_800].map((seconds) => seconds * SECOND_MS);

/** The pause after the given number of failed tries of a job, in ms. */
export const retryAfterMs = (failedTries: number): number =>
  RETRY_AFTER_MS[Math.min(failedTries, RETRY_AFTER_MS.length) - 1] ?? 0;

/** A job that no try could do for so long is given up, and its card has failed. */
export const GIVEN_UP_AFTER_MS = 7 * DAY_MS;

/** The pause of a job whose card another process works on. */
export const BUSY_PAUSE_MS = SECOND_MS;

/** So many calls in a row that did not reach a platform, and it counts as one that can't be reached. */
export const UNREACHABLE_BEFORE_PAUSE = 3;
const LONGEST_CONNECTION_PAUSE_MS = MINUTE_MS;

/**
 * How long a platform is left alone after so many calls in a row that did not reach it, in ms: one
 * lost reply among many is no reason, and one that is down is tried each minute for as long as it is.
 */
export const connectionPauseMs = (unreachableInARow: number): number =>
  unreachableInARow < UNREACHABLE_BEFORE_PAUSE
    ? 0
    : Math.min(
        LONGEST_CONNECTION_PAUSE_MS,
        2 * SECOND_MS * 2 ** (unreachableInARow - UNREACHABLE_BEFORE_PAUSE),
      );

/** So many times a card that the shop may have made, and does not show, is looked up. */
export const LOOKUPS = 5;

/** A platform's clock, and the index that its list is read from, may be so far behind. */
export const POLL_OVERLAP_MS = 5 * MINUTE_MS;

/** What changed in a shop is asked for so often, and no oftener by instances that share it. */
export const POLLED_EACH_MS = 20 * SECOND_MS;

/** All cards of a platform are compared with ours so often. */
export const RECONCILED_EACH_MS = DAY_MS;

/** A shop that refused its token is tried with it so often. */
export const TRIED_AGAIN_EACH_MS = 5 * MINUTE_MS;

/** The owners of a shop that takes its token and refuses it by turns are mailed so often at most. */
export const TOLD_AGAIN_AFTER_MS = DAY_MS;
