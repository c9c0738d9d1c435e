import { drizzle } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
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

const GATE = 78;

/**
 * Lets calls that race meet where they write to a table, not only by luck: each waits there, with what it
 * has read, until at least two connections wait for a lock. Gives what `work` gives.
 */
export async function meetAt<T>(table: string, work: () => Promise<T>): Promise<T> {
  // The pool's sessions may all be waiting.
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1 });
  try {
    await sql.unsafe(`
      create or replace function meet_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$;
      create trigger meet before insert or update on ${table}
        for each statement execute function meet_for_test();
      select pg_advisory_lock(${GATE});`);
    const done = work();
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
      ).length;
    await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toBeGreaterThan(1);
    await sql`select pg_advisory_unlock(${GATE})`;
    return await done;
  } finally {
    await sql`select pg_advisory_unlock_all()`;
    await sql`drop trigger meet on ${sql(table)}`;
    await sql.end();
  }
}

/** A connection of the test's own, until it ends; values are written as on the pool's. */
export function ownConnection(): Sql {
  const sql = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  drizzle(sql);
  onTestFinished(() => sql.end());
  return sql;
}
