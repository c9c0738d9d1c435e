const MINUTE_MS = 60_000;

/** The pauses after failed attempts, in minutes. A webhook's owner chooses one; "standard" is the spec's. */
export const RETRY_SCHEDULES = {
  standard: [1, 5, 30],
  one_day: [1, 5, 30, 120, 300, 900],
  three_days: [1, 5, 30, 120, 300, 600, 960, 2_040],
} as const satisfies Record<string, readonly number[]>;

export type RetrySchedule = keyof typeof RETRY_SCHEDULES;
export const RETRY_SCHEDULE_NAMES = Object.keys(RETRY_SCHEDULES) as RetrySchedule[];

// Spreads retries of deliveries that failed together. Stays within the promised 10%.
const JITTER = 0.05;

/** The pause after this number of failed attempts, in ms; null if the delivery is exhausted. */
export function retryAfterMs(failedAttempts: number, schedule: RetrySchedule): number | null {
  const minutes: number | undefined = RETRY_SCHEDULES[schedule][failedAttempts - 1];
  if (minutes === undefined) return null;
  return Math.round(minutes * MINUTE_MS * (1 - JITTER + 2 * JITTER * Math.random()));
}

/** The status of an endpoint that is permanently gone. It disables the webhook immediately. */
export const GONE_STATUS = 410;

/** Consecutive exhausted deliveries that disable a webhook. */
export const EXHAUSTED_BEFORE_DISABLING = 3;

/** The longest time that an owner can keep a failing webhook enabled. */
export const MAX_DISABLE_AFTER_HOURS = 72;

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
