import { beforeAll, expect } from "vitest";
import { FIRST_BUCKET, inBucket } from "../db/buckets";
import { listBuckets } from "../db/in-buckets";
import { migrate } from "../db/migrate";
import { agreeOnTransfers } from "./agreements";
import { expectNoProblems } from "./expect-no-problems";
import { createStore } from "./store";

export const BUCKETS = [FIRST_BUCKET, "bucket_8", "bucket_9"] as const;

/** Gives the database of a test file three buckets. */
export function useThreeBuckets(): void {
  beforeAll(async () => {
    const { DATABASE_URL: appUrl = "", MIGRATE_DATABASE_URL: url = "" } = process.env;
    for (const newBucket of BUCKETS.slice(1)) await migrate(url, { appUrl, newBucket });
    expect(await listBuckets()).toEqual(expect.arrayContaining([...BUCKETS]));
  });
}

/** Creates a store in each of these buckets. All exchange transfers without limits. */
export async function agreedStoresIn(buckets: readonly string[]) {
  const stores: Awaited<ReturnType<typeof createStore>>[] = [];
  for (const bucket of buckets) {
    const store = await createStore({ bucket });
    for (const { id } of stores) await agreeOnTransfers(id, store.id);
    stores.push(store);
  }
  return stores;
}

/** Checks the ledgers of all stores in all buckets. */
export async function expectNoProblemsAnywhere(): Promise<void> {
  for (const bucket of BUCKETS) await inBucket(bucket, expectNoProblems);
}
