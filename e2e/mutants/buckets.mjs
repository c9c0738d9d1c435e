import { mutant } from "./mutant.mjs";

const IN_BUCKETS = "lib/db/in-buckets.ts";
const WORKER = "lib/db/bucket-worker.ts";
const IN_BUCKETS_TEST = "lib/db/in-buckets.test.ts";
const JOBS_TEST = "lib/http/jobs-in-buckets.test.ts";
const TRANSFERS_TEST = "lib/transfers/between-buckets.test.ts";

/** Stores of several buckets: what is theirs is in their own. */
export const buckets = [
  mutant("An endpoint's queries go to its store's bucket.", "lib/http/endpoint.ts")
    .replacing("inBucketOf(ctx.merchantId, () => answer(", 'inBucketOf("", () => answer(')
    .caughtBy("lib/merchants/stores-in-buckets.test.ts", "a till is paired by its code alone"),
  mutant(
    "The other half of a transfer is in the other store's bucket.",
    "lib/transfers/transfer.ts",
  )
    .replacing(
      "inBucketOfOther(tx, target.merchantId, () =>",
      "inBucketOfOther(tx, ctx.merchantId, () =>",
    )
    .caughtBy(TRANSFERS_TEST, "events and deliveries in the other store's bucket"),
  mutant("A transaction goes on in its own bucket after another's.", IN_BUCKETS)
    .without("    await lookIn(own);\n    return result;\n")
    .caughtBy(TRANSFERS_TEST, "leaves nothing in either bucket"),
  mutant("A transaction goes on in its own bucket after a refusal in another.", IN_BUCKETS)
    .without("    await lookIn(own).catch(() => {});\n")
    .caughtBy(IN_BUCKETS_TEST, "after a refusal in another"),
  mutant("What a worker claims in a bucket is done there.", WORKER)
    .replacing("inBucket(bucketsOfItems.get(item) ?? FIRST_BUCKET, ", "inBucket(FIRST_BUCKET, ")
    .caughtBy(JOBS_TEST, "webhooks are delivered and emails sent"),
  mutant("A worker claims in every bucket.", WORKER)
    .replacing("if (buckets.length === 1) return", "if (buckets.length > 0) return")
    .caughtBy(JOBS_TEST, "webhooks are delivered and emails sent"),
  mutant("A bucket whose queue can't be read keeps no other from its turn.", WORKER)
    .replacing("claimed.catch((error) => restAfter(bucket, error))", "claimed")
    .caughtBy(JOBS_TEST, "a bucket whose queues can't be read"),
  mutant("A job that failed in one bucket has failed.", IN_BUCKETS)
    .replacing(
      'if (result.status === "rejected") throw result.reason;',
      'if (result.status === "rejected") return {} as T;',
    )
    .caughtBy(JOBS_TEST, "the run counts as failed"),
  mutant("A running process finds new buckets.", IN_BUCKETS)
    .replacing("keepFor(LIST_KEPT_MS, ", "keepFor(Infinity, ")
    .caughtBy(IN_BUCKETS_TEST, "a running process finds a new bucket"),
  mutant("A search doesn't end at a bucket that can't be read.", IN_BUCKETS)
    .replacing("failures.push(error);", "throw error;")
    .caughtBy(IN_BUCKETS_TEST, "a card of another one is found"),
  mutant("What may be in a bucket that can't be read isn't absent.", IN_BUCKETS)
    .without("  if (failures.length > 0) throw failures[0];\n")
    .caughtBy(IN_BUCKETS_TEST, "a card of another one is found"),
  mutant("A server without buckets doesn't start beside a second one.", "lib/db/migrate.ts")
    .replacing("buckets.length > 1 ? FIRST_WITH_BUCKETS", "buckets.length > 9 ? FIRST_WITH_BUCKETS")
    .caughtBy("lib/db/install-bucket.test.ts", "a server of an earlier release doesn't start"),
];
