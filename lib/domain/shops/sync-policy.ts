const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The lease of a job and its card. Longer than all calls of one run. */
export const LEASE_MS = MINUTE_MS;

/** How long after taking the lease a call may start. Each call ends within 10 s. */
export const CALL_START_LIMIT_MS = 25 * SECOND_MS;

/** The longest run of a job. */
export const MAX_JOB_MS = CALL_START_LIMIT_MS + 10 * SECOND_MS;

/** Concurrent jobs per process, per shop, and per unreachable shop. */
export const CONCURRENCY = { process: 64, connection: 8, failing: 1 } as const;

/** The pause after each failed attempt. The last one repeats. */
const RETRY_AFTER_MS = [5, 10, 30, 120, 600, 1_800].map((seconds) => seconds * SECOND_MS);

export const retryAfterMs = (failedAttempts: number): number =>
  RETRY_AFTER_MS[Math.min(failedAttempts, RETRY_AFTER_MS.length) - 1] ?? 0;

/** The age at which a job is given up and its card is marked as failed. */
export const GIVEN_UP_AFTER_MS = 7 * DAY_MS;

/** The pause of a job while another process syncs its card. */
export const BUSY_PAUSE_MS = SECOND_MS;

/** Consecutive unreachable calls before a shop is paused. A single lost response is not enough. */
export const UNREACHABLE_BEFORE_PAUSE = 3;
const MAX_CONNECTION_PAUSE_MS = MINUTE_MS;

/** The pause of a shop after consecutive unreachable calls, in ms. It doubles each time, up to a minute. */
export function connectionPauseMs(unreachableInARow: number): number {
  const doublings = unreachableInARow - UNREACHABLE_BEFORE_PAUSE;
  return doublings < 0 ? 0 : Math.min(MAX_CONNECTION_PAUSE_MS, 2 * SECOND_MS * 2 ** doublings);
}

/** The number of lookups for a card that the shop may have created but does not show. */
export const MAX_LOOKUPS = 5;

/** The overlap of polls, because a shop's clock and search index may lag. */
export const POLL_OVERLAP_MS = 5 * MINUTE_MS;

/** How often each shop is polled, across all instances. */
export const POLL_EVERY_MS = 20 * SECOND_MS;

/** How often all of a shop's cards are compared with ours. */
export const RECONCILE_EVERY_MS = DAY_MS;

/** How often a refused token is retried. */
export const TRY_TOKEN_EVERY_MS = 5 * MINUTE_MS;

/** How often the owners are emailed about a refused token. */
export const MAIL_EVERY_MS = DAY_MS;
