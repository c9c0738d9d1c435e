const MINUTE_MS = 60_000;

/** The pause after each failed attempt (spec, Delivery). */
const RETRY_AFTER_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;

// Spreads retries of deliveries that failed together, within the 10 % promised.
const JITTER = 0.05;

/** The pause after so many failed attempts, in ms; null when the delivery is exhausted. */
export function retryAfterMs(failedAttempts: number): number | null {
  const pauseMs = RETRY_AFTER_MS[failedAttempts - 1];
  if (pauseMs === undefined) return null;
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * Math.random()));
}

/** Exhausted deliveries in a row that disable a webhook. */
export const EXHAUSTED_BEFORE_DISABLING = 3;

/** The deadline of a response, DNS and TLS included. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** How long an event is kept for a disabled webhook. */
export const HELD_DAYS = 30;

/** Longer than any attempt lasts. */
export const LEASE_MS = 30_000;

/** Attempts at once in a process, for one merchant, to one webhook, and to a failing one. */
export const CONCURRENCY = { process: 1_024, merchant: 16, webhook: 8, failing: 2 } as const;

/** Attempts recorded at once: few, since requests share the connections. */
export const RECORDING_CONCURRENCY = 4;

/** The longest wait for an attempt to be recorded. */
export const RECORDING_MS = 5_000;
