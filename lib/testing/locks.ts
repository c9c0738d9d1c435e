import { expect } from "vitest";
import { closePool, pg } from "../db/client";

/** Resolves when so many connections to this database wait for a lock. */
export const waitForLocks = (count = 1) =>
  expect
    .poll(
      () => pg()`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      { interval: 10, timeout: 10_000 },
    )
    .toHaveLength(count);

/** From now on a call of this database gives up after 200 ms at a locked row instead of two seconds. */
export async function shortenLockTimeout(): Promise<void> {
  await pg().unsafe(`do $$ begin
    execute format('alter database %I set lock_timeout = ''200ms''', current_database()); end $$`);
  // For the sessions that are open already.
  await closePool();
}
