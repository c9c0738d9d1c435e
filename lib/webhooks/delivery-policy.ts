const MINUTE_MS = 60_000;

/** The pause after each failed attempt, in minutes (spec, Delivery). */
export const RETRY_AFTER_MINUTES = [1, 5, 30] as const;

// Spreads retries of deliveries that failed together. Stays within the promised 10%.
const JITTER = 0.05;

/** The pause after this number of failed attempts, in ms; null if the delivery is exhausted. */
export function retryAfterMs(failedAttempts: number): number | null {
  const minutes = RETRY_AFTER_MINUTES[failedAttempts - 1];
  if (minutes === undefined) return null;
  return Math.round(minutes * MINUTE_MS * (1 - JITTER + 2 * JITTER * Math.random()));
}

/** Consecutive exhausted deliveries that disable a webhook. */
export const EXHAUSTED_BEFORE_DISABLING = 3;

/** The deadline for a response, including DNS and TLS. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** How long an event is kept for a disabled webhook. */
export const HELD_DAYS = 30;

/** Longer than any attempt takes. */
export const LEASE_MS = 30_000;

/** Concurrent attempts per process, per merchant, per webhook, and per failing webhook. */
export const CONCURRENCY = { process: 1_024, merchant: 16, webhook: 8, failing: 2 } as const;

/** Concurrent writes of attempts. Few, because requests share the database connections. */
export const RECORDING_CONCURRENCY = 4;

/** The longest time that recording an attempt takes. */
export const RECORDING_MS = 5_000;
