import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Worker } from "./worker";

const PAUSE_MS = 100;
const LONG_MS = 10_000;

/** Creates a worker for `queue` and records the times of its claims. */
function workerOn(queue: Promise<void>[], { share = 4, pauseMs = PAUSE_MS } = {}) {
  const claimsMs: number[] = [];
  const worker = new Worker({
    name: "test",
    outcomes: ["done"],
    limits: { atOnce: 4, runMs: 0, pauseMs },
    claim: async (slots, running) => {
      claimsMs.push(performance.now());
      const room = Math.min(slots, share - (running.get("store") ?? 0));
      return queue.splice(0, room).map((work) => ({ id: "item", work }));
    },
    shares: () => [{ id: "store", limits: [share] }],
    run: async ({ work }) => {
      await work;
      return { outcome: "done" };
    },
  });
  return { worker, claimsMs };
}

test("a claim that found nothing is not repeated before its rest is over, however often the worker is woken", async () => {
  const { worker, claimsMs } = workerOn([]);
  while (claimsMs.length < 4) {
    worker.wake(LONG_MS);
    await turn();
  }
  await worker.idle(LONG_MS);
  for (const [n, atMs] of claimsMs.entries()) {
    const before = claimsMs[n - 1];
    if (before !== undefined) expect(atMs - before).toBeGreaterThan(PAUSE_MS * 0.9);
  }
});

test("what is queued during the rest is run after it, all of it", async () => {
  const queue: Promise<void>[] = [];
  const { worker, claimsMs } = workerOn(queue);
  expect(await worker.runDue()).toEqual({ done: 0 });
  expect(claimsMs).toHaveLength(1);

  queue.push(...Array.from({ length: 10 }, () => turn()));
  expect(await worker.runDue()).toEqual({ done: 10 });
  expect(queue).toEqual([]);
  const [first = 0, second = 0] = claimsMs;
  expect(second - first).toBeGreaterThan(PAUSE_MS * 0.9);
});

test("a share that was full during a claim is filled again at once", async () => {
  const ends: (() => void)[] = [];
  const queue = Array.from({ length: 2 }, () => new Promise<void>((end) => ends.push(end)));
  const { worker } = workerOn(queue, { share: 1, pauseMs: LONG_MS });
  worker.wake(LONG_MS);
  await turn();
  worker.wake(LONG_MS);
  await turn();
  expect(queue).toHaveLength(1);
  ends[0]?.();
  await turn();
  expect(queue).toEqual([]);
  ends[1]?.();
  await turn();
  expect(worker.size).toBe(0);
});

test("a worker that is stopped finishes what runs and claims nothing more", async () => {
  const ends: (() => void)[] = [];
  const queue = Array.from({ length: 5 }, () => new Promise<void>((end) => ends.push(end)));
  const { worker } = workerOn(queue);
  worker.wake(LONG_MS);
  await turn();
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
  worker.wake(LONG_MS);
  await turn();
  expect([worker.size, queue.length, worker.counts]).toEqual([0, 1, { done: 4 }]);
});
