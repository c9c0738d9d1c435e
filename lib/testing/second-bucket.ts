import { beforeAll, expect, vi } from "vitest";
import { pg } from "../db/client";
import { inBucketOf, listBuckets } from "../db/in-buckets";
import { migrate } from "../db/migrate";
import { storeWithCardMaker } from "./wallet";

export const FIRST = "bucket_1";
export const SECOND = "bucket_7";

/** Adds the bucket `SECOND` to the database of a test file. */
export function useSecondBucket(): void {
  beforeAll(async () => {
    const { MIGRATE_DATABASE_URL = "", DATABASE_URL: appUrl = "" } = process.env;
    await migrate(MIGRATE_DATABASE_URL, { appUrl, newBucket: SECOND });
    const known = async () => expect(await listBuckets()).toContain(SECOND);
    await vi.waitFor(known, { timeout: 10_000 });
  });
}

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
