const MINUTE_MS = 60_000;

/** How long after each failed attempt the next one follows (spec, Delivery). */
const RETRY_AFTER_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;

// Spreads the retries of deliveries that failed together, well within the ten percent promised.
const JITTER = 0.05;

/** The pause after the given number of failed attempts, in ms; null when there are no more. */
export function retryAfterMs(failedAttempts: number): number | null {
  const pauseMs = RETRY_AFTER_MS[failedAttempts - 1];
  if (pauseMs === undefined) return null;
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * Math.random()));
}

/** So many exhausted deliveries in a row disable a webhook. */
export const EXHAUSTED_BEFORE_DISABLING = 3;

/** A receiver has to answer within this time, name look-up and TLS included. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** For so many days after it happened an event is kept for a webhook that is off. */
export const HELD_DAYS = 30;

/** How long an attempt may hold its delivery: longer than any attempt lasts. */
export const LEASE_MS = 30_000;

/** Attempts under way at once: in a process, for one merchant, to one webhook, and to a failing one. */
export const CONCURRENCY = { process: 1_024, merchant: 16, webhook: 8, failing: 2 } as const;

/** Attempts that are written down at once: few, since requests share the connections. */
export const RECORDING_AT_ONCE = 4;

/** How long the last of the attempts that end together may wait to be written down. */
export const RECORDING_MS = 5_000;
