import { log, safeError } from "@/lib/base/observe/log";
import { createWorker, type RunningCounts, type WorkerOptions } from "@/lib/base/worker";
import { FIRST_BUCKET, inBucket } from "./buckets";
import { isBusy } from "./client";
import { listBuckets } from "./in-buckets";

/**
 * After a failed claim, such as on a node that is down, a bucket is left out this long, so that it doesn't delay the
 * others.
 */
const PAUSE_MS = 5_000;

/**
 * Like createWorker(), for a queue that each bucket has a part of. `claim` and `run` get one bucket at a time. A claim
 * that fails in one bucket is logged, and the others have their turn.
 */
export function createBucketWorker<Item extends { id: string }, Outcome extends string>(
  options: WorkerOptions<Item, Outcome>,
) {
  const bucketsOfItems = new WeakMap<Item, string>();
  const pausedUntilMs = new Map<string, number>();
  let first = 0;

  async function claimIn(bucket: string, slots: number, running: RunningCounts): Promise<Item[]> {
    const items = await inBucket(bucket, () => options.claim(slots, running));
    for (const item of items) bucketsOfItems.set(item, bucket);
    return items;
  }

  function pauseAfter(bucket: string, error: unknown): Item[] {
    const facts = { worker: options.name, bucket, error: safeError(error) };
    log()[isBusy(error) ? "warn" : "error"](facts, "a claim failed");
    pausedUntilMs.set(bucket, performance.now() + PAUSE_MS);
    return [];
  }

  return createWorker<Item, Outcome>({
    ...options,
    claim: async (slots, running) => {
      const buckets = await listBuckets();
      const items: Item[] = [];
      // Starts with another bucket each time, so that none takes all slots.
      first++;
      for (const [n] of buckets.entries()) {
        const bucket = buckets[(first + n) % buckets.length] ?? FIRST_BUCKET;
        const left = slots - items.length;
        if (left === 0) break;
        const isPaused = performance.now() < (pausedUntilMs.get(bucket) ?? 0);
        if (isPaused && buckets.length > 1) continue;
        const claimed = claimIn(bucket, left, running);
        items.push(...(await claimed.catch((error) => pauseAfter(bucket, error))));
      }
      return items;
    },
    run: async (item) => {
      try {
        const bucket = bucketsOfItems.get(item) ?? FIRST_BUCKET;
        return await inBucket(bucket, () => options.run(item));
      } catch (error) {
        if (!isBusy(error)) throw error;
        // Such as a lock that another transaction held for long. The item is claimed again when its lease ends.
        const facts = { worker: options.name, id: item.id, error: safeError(error) };
        log().warn(facts, "an item was not finished");
        return {};
      }
    },
  });
}
