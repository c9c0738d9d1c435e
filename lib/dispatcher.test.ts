import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { begin, claimFor, idleOf, newDispatcher } from "./dispatcher";

const REST_MS = 100;
const LONG_MS = 10_000;

/** A dispatcher of pieces that wait in `queue`, with the times at which it looked there. */
function dispatcherOf(queue: Promise<void>[]) {
  const looksMs: number[] = [];
  const d = newDispatcher({
    notClaimed: "not claimed",
    most: 4,
    restMs: REST_MS,
    claim: async (slots) => {
      looksMs.push(performance.now());
      const pieces = queue.splice(0, slots);
      for (const piece of pieces) begin(d, piece, () => true);
      return { begun: pieces.length, more: queue.length > 0 };
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
  // One that was asked for while the last was under way follows it at once.
  for (const [n, atMs] of looksMs.entries()) {
    const secondBefore = looksMs[n - 2];
    if (secondBefore !== undefined) expect(atMs - secondBefore).toBeGreaterThan(REST_MS * 0.9);
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
