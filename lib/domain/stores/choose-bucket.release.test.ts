import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { bucketSizes } from "@/lib/db/client/bucket-sizes";
import { FIRST_BUCKET, inBucket, schemaOfBucket } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { bucketOfStore, listBuckets } from "@/lib/db/client/in-buckets";
import { migrate } from "@/lib/db/migrate/migrate";
import { createMerchant } from "@/lib/domain/people/create-merchant";
import { asOwner, useDatabasePerTest } from "@/lib/testing/database";
import { auditOf, callerOf, storeWithPeople } from "@/lib/testing/portal";
import { createStore } from "@/lib/testing/store";
import { testStoreOf } from "./twin";

useDatabasePerTest();

const SMALLEST_SYMBOL = Symbol.for("scrip.smallest-bucket");
const forgetSizes = () => Reflect.deleteProperty(globalThis, SMALLEST_SYMBOL);
beforeEach(forgetSizes);

const addBucket = (newBucket: string) =>
  migrate(process.env.MIGRATE_DATABASE_URL ?? "", { appUrl: process.env.DATABASE_URL, newBucket });

/** Adds a megabyte or so to a bucket. */
async function grow(bucket: string): Promise<void> {
  const { id } = await createStore({ bucket });
  await asOwner((sql) =>
    sql.unsafe(
      `insert into ${schemaOfBucket(bucket)}.audit_log (id, merchant_id, actor, action, subject_id)
        select gen_random_uuid(), $1, repeat('a', 200), 'store.updated', 'x' from generate_series(1, 3000)`,
      [id],
    ),
  );
}

const signUp = async () => {
  const password = "a long enough password";
  const email = `ada-${newId()}@example.com`;
  return await createMerchant({ name: "Corner Bakery", email, password });
};

/** The buckets in which a store has entries of the audit log, each with their actions. */
async function auditedIn(merchantId: string): Promise<Record<string, unknown>> {
  const found: [string, unknown][] = [];
  for (const bucket of await listBuckets()) {
    const actions = await inBucket(bucket, async () =>
      (await auditOf(merchantId)).map(({ action }) => action),
    );
    if (actions.length > 0) found.push([bucket, actions]);
  }
  return Object.fromEntries(found);
}

test("with one bucket, a new store is in it, and no sizes are read", async () => {
  await asOwner((sql) => sql`delete from buckets where name <> ${FIRST_BUCKET}`);
  const { merchantId } = await signUp();
  expect(await bucketOfStore(merchantId)).toBe(FIRST_BUCKET);
  expect(Object.getOwnPropertySymbols(globalThis)).not.toContain(SMALLEST_SYMBOL);
});

test("a new store goes to the smallest bucket with its audit log, and its test store to the same one", async () => {
  await addBucket("bucket_7");
  await addBucket("bucket_8");
  for (const bucket of await listBuckets()) if (bucket !== "bucket_8") await grow(bucket);
  const sizes = await bucketSizes(pg());
  expect(sizes.toSorted((a, b) => Number(a.sizeBytes) - Number(b.sizeBytes))[0]?.name).toBe(
    "bucket_8",
  );

  const { merchantId } = await signUp();
  expect(await bucketOfStore(merchantId)).toBe("bucket_8");
  await grow("bucket_8");
  await grow("bucket_8");
  const twinId = await testStoreOf(merchantId);
  expect(await bucketOfStore(twinId)).toBe("bucket_8");
  for (const id of [merchantId, twinId])
    expect(await auditedIn(id)).toEqual({ bucket_8: ["merchant.created"] });

  // The sizes are kept for a minute.
  expect(await bucketOfStore((await signUp()).merchantId)).toBe("bucket_8");
  forgetSizes();
  expect(await bucketOfStore((await signUp()).merchantId)).not.toBe("bucket_8");
});

test("a store that its owner adds on a page of another bucket's store has its audit log in its own", async () => {
  const { owner, merchantId } = await storeWithPeople();
  await addBucket("bucket_7");
  for (const bucket of await listBuckets()) if (bucket !== "bucket_7") await grow(bucket);
  forgetSizes();
  expect(await bucketOfStore(merchantId)).not.toBe("bucket_7");
  const { status, body } = await owner.post("/stores", { name: "Second Bakery", currency: "EUR" });
  expect(status).toBeLessThan(300);
  expect(await bucketOfStore(body.merchantId)).toBe("bucket_7");
  expect(await auditedIn(body.merchantId)).toEqual({
    bucket_7: ["merchant.created", "session.switched"],
  });
  const there = await callerOf({ merchantId: body.merchantId, userId: owner.userId });
  expect((await there.get("/audit")).body.entries).toHaveLength(3);
});
