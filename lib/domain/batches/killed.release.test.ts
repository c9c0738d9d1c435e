import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { cardIdsOf, holdSlices, makeFinishedBatch, read, startBatch } from "@/lib/testing/batches";
import { childProgram } from "@/lib/testing/child-program";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { createStore } from "@/lib/testing/store";
import { activateBatch } from "./unsold";
import { batchWorker } from "./work";

const start = childProgram("work-on-batches");
const startWorker = () => start([], { stdio: "ignore", env: process.env });

/** Kills a worker at whatever point it has reached. */
async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
}

test("creation that is killed again and again makes exactly as many cards, each with a code of its own", async () => {
  const store = await createStore();
  const id = await startBatch(store, { quantity: 12_000 });
  const created = async () => (await read(store, id)).batch.createdCards;

  for (let kills = 0; kills < 3; kills++) {
    const before = await created();
    const worker = startWorker();
    await expect.poll(created, { interval: 5 }).toBeGreaterThan(before);
    await kill(worker);
    // The stored count is right after every crash.
    const [row] = await pg()`select b.created_cards::int as told,
      (select count(*)::int from cards c where c.batch_id = b.id) as there
      from batches b where b.id = ${id}`;
    expect(row?.there).toBe(row?.told);
  }
  expect(await created()).toBeLessThan(12_000);
  // Postgres may not have noticed yet that the last worker is gone.
  const goOn = async () => {
    await batchWorker.runDue();
    return await created();
  };
  await expect.poll(goOn).toBe(12_000);

  const { batch, cards } = await read(store, id);
  expect(batch).toMatchObject({ createdCards: 12_000, lastRun: { done: 12_000, total: 12_000 } });
  expect(cards).toEqual({ inactive: 12_000, active: 0, disabled: 0 });
  expect(new Set(await cardIdsOf(id)).size).toBe(12_000);
  await expectNoProblems();
});

test("activation that is killed at the end of a slice undoes it, goes on there, and activates no card twice", async () => {
  const store = await createStore();
  const id = await makeFinishedBatch(store, { quantity: 550, amountCents: 100 });
  await activateBatch(store.ctx(), { batchId: id });
  const slices = await holdSlices();
  const worker = startWorker();
  await slices.held();
  await pg()`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await kill(worker);
  await slices.go();
  expect((await read(store, id)).batch.lastRun.done).toBe(0);
  expect((await read(store, id)).cards.active).toBe(0);

  await batchWorker.runDue();
  const { batch, cards } = await read(store, id);
  expect(batch.lastRun).toMatchObject({ kind: "activate", done: 550, skipped: 0 });
  expect(cards.active).toBe(550);
  const [row] = await pg()`select count(*)::int as moved from transactions
    where merchant_id = ${store.id}`;
  expect(row?.moved).toBe(550);
  await expectNoProblems();
});
