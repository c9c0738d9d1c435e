import { expect } from "vitest";
import { pg } from "@/lib/db/client/client";
import { createBatch, type NewBatch, readBatch } from "@/lib/domain/batches/batch";
import { batchWorker } from "@/lib/domain/batches/work";
import { ownConnection } from "./locks";
import type { createStore } from "./store";

type Store = Awaited<ReturnType<typeof createStore>>;

export const startBatch = async ({ ctx }: Store, wanted: Partial<NewBatch> = {}) => {
  const kind = { name: "Spring", currency: "USD", cardType: "physical" } as const;
  const { batch } = await createBatch(ctx(), { ...kind, quantity: 300, ...wanted });
  return batch.id;
};

export const makeFinishedBatch = async (store: Store, wanted: Partial<NewBatch> = {}) => {
  const id = await startBatch(store, wanted);
  await batchWorker.runDue();
  return id;
};

export const cardIdsOf = async (batchId: string) =>
  (await pg()`select id from cards where batch_id = ${batchId} order by id`).map(({ id }) => id);

export const read = async ({ ctx }: Store, batchId: string) => readBatch(ctx(), { batchId });

/** Blocks each slice just before it commits, while it holds all its locks, until `go` is called. */
export async function holdSlices(change: "update" | "insert" = "update", table = "batch_runs") {
  const sql = ownConnection();
  const holder = ownConnection();
  await holder`select pg_advisory_lock(77)`;
  await sql.unsafe(`create or replace function wait_for_test() returns trigger language plpgsql as $$
    begin perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock_shared(77); return null; end $$`);
  await sql.unsafe(`create constraint trigger hold_slice after ${change} on ${table}
      deferrable initially deferred for each row execute function wait_for_test()`);
  const waiting = async () =>
    (
      await sql`select locktype from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted`
    ).map(({ locktype }) => locktype);
  const held = async () => {
    await expect.poll(waiting).toEqual(["advisory"]);
  };
  const go = async () => {
    await holder`select pg_advisory_unlock(77)`;
    await sql.unsafe(`drop trigger hold_slice on ${table}`);
  };
  return { waiting, held, go };
}
