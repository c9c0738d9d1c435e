import { expect, onTestFinished } from "vitest";
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

/** Until the test ends a call of this database gives up after 200 ms at a locked row instead of two seconds. */
export async function shortenLockTimeout(): Promise<void> {
  const [row] = await pg()`select current_setting('lock_timeout') as usual`;
  const set = async (timeout: string) => {
    await pg().unsafe(`do $$ begin
      execute format('alter database %I set lock_timeout = %L', current_database(), '${timeout}');
    end $$`);
    // Sessions that are open keep what they began with.
    await closePool();
  };
  await set("200ms");
  onTestFinished(() => set(String(row?.usual)));
}
