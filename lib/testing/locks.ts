import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { expect, onTestFinished } from "vitest";
import { closePool, pg } from "@/lib/db/client/client";
import { asOwner, ownerConnection } from "./database";

const POLLED = { interval: 10 };

const lockWaiters = async (on: { unsafe(text: string): PromiseLike<readonly unknown[]> }) =>
  await on.unsafe(`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);

/** Resolves when `count` connections to this database wait for a lock. */
export const waitForLocks = (count = 1) =>
  asOwner((sql) => expect.poll(() => lockWaiters(sql), POLLED).toHaveLength(count));

/** Shortens the app's lock timeout from 2 s to 200 ms until the test ends. */
export async function shortenLockTimeout(): Promise<void> {
  const [row] = await pg()`
    select current_setting('lock_timeout') as usual, current_user as role`;
  const set = async (timeout: string) => {
    await asOwner((sql) =>
      sql.unsafe(`do $$ begin
        execute format('alter role ${row?.role} in database %I set lock_timeout = %L',
          current_database(), '${timeout}');
      end $$`),
    );
    // Open sessions keep the setting they started with.
    await closePool();
  };
  await set("200ms");
  onTestFinished(() => set(String(row?.usual)));
}

const GATE_LOCK_ID = 78;

/**
 * Makes concurrent calls reliably race to write to a table: each waits before its write, after its reads,
 * until at least two connections wait for a lock. Returns the result of `work`.
 */
export async function raceToWrite<T>(table: string, work: () => Promise<T>): Promise<T> {
  // A separate connection, because all of the pool's can be waiting.
  const sql = ownerConnection();
  try {
    await sql.unsafe(`create or replace function meet_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${GATE_LOCK_ID}); return null; end $$`);
    await sql.unsafe(`create trigger meet before insert or update on ${table}
      for each statement execute function meet_for_test()`);
    await sql`select pg_advisory_lock(${GATE_LOCK_ID})`;
    const done = work();
    const waiting = async () => (await lockWaiters(sql)).length;
    await expect.poll(waiting, POLLED).toBeGreaterThan(1);
    await sql`select pg_advisory_unlock(${GATE_LOCK_ID})`;
    return await done;
  } finally {
    await sql`select pg_advisory_unlock_all()`;
    await sql`drop trigger meet on ${sql(table)}`;
    await sql.end();
  }
}

/** Opens a connection as the database's owner for one test, which serializes values like the pool's. Closed after the test. */
export function ownConnection(): Sql {
  const sql = ownerConnection();
  drizzle(sql);
  onTestFinished(() => sql.end());
  return sql;
}
