import { expect } from "vitest";
import { pg } from "../db/client";

/** Resolves when so many connections to this database wait for a lock. */
export const waitForLocks = (count = 1) =>
  expect
    .poll(
      () => pg()`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      { interval: 10, timeout: 10_000 },
    )
    .toHaveLength(count);
