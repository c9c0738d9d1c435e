import { log, safeError } from "../log";
import { createWorker, type RunningCounts, type WorkerOptions } from "../worker";
import { FIRST_BUCKET, inBucket } from "./buckets";
import { listBuckets } from "./in-buckets";

/**
 * After a failed claim, such as on a node that is down, a bucket is left out this long, so that it doesn't delay the
 * others.
 */
const REST_MS = 5_000;

/**
 * Like createWorker(), for a queue that each bucket has a part of. `claim` and `run` get one bucket at a time. A claim
 * that fails in one bucket is logged, and the others have their turn.
 */
export function createBucketWorker<Item extends { id: string }, Outcome extends string>(
  options: WorkerOptions<Item, Outcome>,
) {
  const bucketsOfItems = new WeakMap<Item, string>();
  const restsUntilMs = new Map<string, number>();
  let first = 0;

  async function claimIn(bucket: string, slots: number, running: RunningCounts): Promise<Item[]> {
    const items = await inBucket(bucket, () => options.claim(slots, running));
    for (const item of items) bucketsOfItems.set(item, bucket);
    return items;
  }

  function restAfter(bucket: string, error: unknown): Item[] {
    log().error({ worker: options.name, bucket, error: safeError(error) }, "a claim failed");
    restsUntilMs.set(bucket, performance.now() + REST_MS);
    return [];
  }

  return createWorker<Item, Outcome>({
    ...options,
    claim: async (slots, running) => {
      const buckets = await listBuckets();
      if (buckets.length === 1) return await claimIn(FIRST_BUCKET, slots, running);
      const items: Item[] = [];
      // Starts with another bucket each time, so that none takes all slots.
      first++;
      for (const [n] of buckets.entries()) {
        const bucket = buckets[(first + n) % buckets.length] ?? FIRST_BUCKET;
        const left = slots - items.length;
        if (left === 0) break;
        if (performance.now() < (restsUntilMs.get(bucket) ?? 0)) continue;
        const claimed = claimIn(bucket, left, running);
        items.push(...(await claimed.catch((error) => restAfter(bucket, error))));
      }
      return items;
    },
    run: (item) => inBucket(bucketsOfItems.get(item) ?? FIRST_BUCKET, () => options.run(item)),
  });
}
