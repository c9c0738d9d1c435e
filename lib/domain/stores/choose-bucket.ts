import { log, safeError } from "@/lib/base/observe/log";
import { keepFor } from "@/lib/base/time/keep-for";
import { bucketSizes } from "@/lib/db/client/bucket-sizes";
import { FIRST_BUCKET } from "@/lib/db/client/buckets";
import { pg, type Tx } from "@/lib/db/client/client";
import { buckets } from "@/lib/db/schema/buckets";

const KEPT_MS = 60_000;
const SMALLEST_SYMBOL = Symbol.for("scrip.smallest-bucket");

/** The bucket for a new store: the one that was the smallest within the last minute. */
export async function chooseBucket(tx: Tx): Promise<string> {
  if ((await tx.$count(buckets)) === 1) return FIRST_BUCKET;
  return await keepFor(KEPT_MS, SMALLEST_SYMBOL, findSmallest);
}

/** The smallest bucket on a node that responds; the first one if that can't be found out. */
async function findSmallest(): Promise<string> {
  try {
    const sizes = (await bucketSizes(pg())).flatMap(({ name, sizeBytes }) =>
      sizeBytes === null ? [] : { name, sizeBytes },
    );
    sizes.sort((a, b) => a.sizeBytes - b.sizeBytes);
    return sizes[0]?.name ?? FIRST_BUCKET;
  } catch (error) {
    log().warn({ error: safeError(error) }, "the sizes of the buckets can't be read");
    return FIRST_BUCKET;
  }
}
