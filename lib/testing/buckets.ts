import { beforeAll, beforeEach } from "vitest";
import { FIRST_BUCKET, inBucket, schemaOfBucket } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { migrate } from "@/lib/db/migrate/migrate";
import { agreeOnTransfers } from "./agreements";
import { asOwner, useDatabasePerTest } from "./database";
import { createStore } from "./store";
import { storeWithCardMaker } from "./wallet";

export const FIRST = FIRST_BUCKET;
export const SECOND = "bucket_7";
export const TWO_BUCKETS = [FIRST, SECOND] as const;
export const BUCKETS = [FIRST, SECOND, "bucket_8"] as const;

/** Adds buckets to the test's database, which this process knows from then on. */
async function addBuckets(names: readonly string[]): Promise<void> {
  const { DATABASE_URL: appUrl = "", MIGRATE_DATABASE_URL: url = "" } = process.env;
  for (const newBucket of names) await migrate(url, { appUrl, newBucket });
  Reflect.deleteProperty(globalThis, Symbol.for("scrip.buckets"));
}

/** Gives the database of a test file these buckets. */
export const useBuckets = (buckets: readonly string[]) =>
  beforeAll(() => addBuckets(buckets.slice(1)));

/** Gives each test of a file a database with two buckets, or three with SCRIP_TEST_BUCKET. */
export function useTwoBucketsPerTest(): void {
  useDatabasePerTest();
  beforeEach(() => addBuckets([SECOND]));
}

/** Runs work in one of two buckets after the other. Returns the results. */
export async function inBoth<T>(work: (bucket: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const bucket of TWO_BUCKETS) results.push(await inBucket(bucket, () => work(bucket)));
  return results;
}

/** Lets all queries of this table fail in the first bucket, whose turn is the first. */
export const breakInFirst = (table: string) =>
  asOwner((sql) =>
    sql.unsafe(`alter table ${schemaOfBucket(FIRST)}.${table} rename to ${table}_gone`),
  );

/** Creates a store in a bucket. `at` runs work there, and `card` and `balanceOf` work there. */
export async function storeIn(bucket: string, name = "Test store") {
  const store = await storeWithCardMaker({ bucket, name });
  const at = <T>(work: () => Promise<T>) => inBucketOf(store.id, work);
  const card = (amountCents?: number, owner?: string) => at(() => store.card(amountCents, owner));
  const balanceOf = (id: string) =>
    at(async () => {
      const [row] = await pg()`select balance_cents::int as cents from cards where id = ${id}`;
      return row?.cents as number | undefined;
    });
  return { ...store, at, card, balanceOf };
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
