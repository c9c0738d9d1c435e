import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { begin, claimFor, idleOf, newDispatcher } from "./dispatcher";

const REST_MS = 100;
const LONG_MS = 10_000;

/** A dispatcher of pieces that wait in `queue`, with the times at which it looked there. */
function dispatcherOf(queue: Promise<void>[], { most = 4, restMs = REST_MS } = {}) {
  const looksMs: number[] = [];
  const d = newDispatcher({
    notClaimed: "not claimed",
    most: 4,
    restMs,
    claim: async (slots) => {
      looksMs.push(performance.now());
      const pieces = queue.splice(0, Math.min(slots, most - d.underWay.size));
      for (const piece of pieces) begin(d, piece, () => true);
      return { begun: pieces.length, more: false };
    },
  });
  return { d, looksMs };
}

test("however often it is asked for, a look that found nothing is not repeated before its rest is over", async () => {
  const { d, looksMs } = dispatcherOf([]);
  const untilMs = performance.now() + 5 * REST_MS;
  while (performance.now() < untilMs) {
    claimFor(d, LONG_MS);
    await turn();
  }
  await idleOf(d, LONG_MS);
  expect(looksMs.length).toBeGreaterThan(2);
  for (const [n, atMs] of looksMs.entries()) {
    const before = looksMs[n - 1];
    if (before !== undefined) expect(atMs - before).toBeGreaterThan(REST_MS * 0.9);
  }
});

test("what comes while it rests is begun when the rest is over, all of it", async () => {
  const queue: Promise<void>[] = [];
  const { d, looksMs } = dispatcherOf(queue);
  claimFor(d, LONG_MS);
  await idleOf(d, LONG_MS);
  expect(looksMs).toHaveLength(1);

  queue.push(...Array.from({ length: 10 }, () => turn()));
  claimFor(d, LONG_MS);
  await idleOf(d, LONG_MS);
  expect(queue).toEqual([]);
  const [first = 0, second = 0] = looksMs;
  expect(second - first).toBeGreaterThan(REST_MS * 0.9);
});

test("a place that was taken while it looked is filled again at once", async () => {
  const ends: (() => void)[] = [];
  const queue = Array.from({ length: 2 }, () => new Promise<void>((end) => ends.push(end)));
  const { d } = dispatcherOf(queue, { most: 1, restMs: LONG_MS });
  claimFor(d, LONG_MS);
  await turn();
  // Finds nothing, since the share of whoever waits is full.
  claimFor(d, LONG_MS);
  await turn();
  ends[0]?.();
  await turn();
  expect(queue).toEqual([]);
  ends[1]?.();
  await turn();
  expect(d.underWay.size).toBe(0);
});
