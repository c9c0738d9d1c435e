import { asc, eq, sql } from "drizzle-orm";
import { log, safeError } from "@/lib/base/observe/log";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, withRetries } from "@/lib/db/client/client";
import type { ageingRuns } from "@/lib/db/schema/ageing";
import type { ledgerChecks } from "@/lib/db/schema/ledger-checks";
import { merchants } from "@/lib/db/schema/merchants";

/** Time limits for one run and for each store in it, in ms. */
const RUN_MS = 10_000;
const MAX_STORE_MS = 3_000;

type Job = {
  /** The table with each store's progress. */
  progress: typeof ageingRuns | typeof ledgerChecks;
  /** Does one slice of a store's work. Returns whether there is more to do. */
  slice: (merchantId: string) => Promise<boolean>;
  /** The log message for a store whose work failed. The run continues with the other stores. */
  failure: string;
};

/**
 * Works through stores in slices until the time limit; the next run continues where this one stopped.
 * `stores` are merchant ids; by default all stores of the bucket, longest waiting first. Returns how many
 * were worked on.
 */
export async function workInTurn(job: Job, stores?: string[]): Promise<number> {
  const startedAt = performance.now();
  const left = () => RUN_MS - (performance.now() - startedAt);
  let worked = 0;
  for (const merchantId of stores ?? (await storesByWait(job))) {
    if (left() <= 0) break;
    try {
      await runStoreSlices(merchantId, job, Math.min(left(), MAX_STORE_MS));
      worked++;
    } catch (error) {
      log().error({ merchantId, error: safeError(error) }, job.failure);
      await moveToEnd(merchantId, job);
    }
  }
  return worked;
}

async function storesByWait({ progress }: Job): Promise<string[]> {
  const stores = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .leftJoin(progress, eq(progress.merchantId, merchants.id))
    .where(eq(merchants.bucket, currentBucket()))
    .orderBy(sql`${progress.workedAt} nulls first`, asc(merchants.id));
  return stores.map(({ id }) => id);
}

/** A store whose work fails waits as long for its next turn as the others. */
const moveToEnd = (merchantId: string, { progress }: Job) =>
  db()
    .update(progress)
    .set({ workedAt: sql`statement_timestamp()` })
    .where(eq(progress.merchantId, merchantId));

async function runStoreSlices(merchantId: string, { progress, slice }: Job, shareMs: number) {
  const startedAt = performance.now();
  await db().insert(progress).values({ merchantId }).onConflictDoNothing();
  // Another instance can work on the same store.
  while (await withRetries(() => slice(merchantId)))
    if (performance.now() - startedAt >= shareMs) return;
}
