import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { migrate } from "@/lib/db/migrate/migrate";
import { breakInFirst, SECOND, storeIn, useTwoBucketsPerTest } from "@/lib/testing/buckets";
import { currentBucket, schemaOfBucket } from "./buckets";
import { db, pg } from "./client";
import { findAnywhere, listBuckets, switchBucket } from "./in-buckets";

useTwoBucketsPerTest();

test("a running process finds a new bucket", async () => {
  const newBucket = "bucket_8";
  const { DATABASE_URL: appUrl = "", MIGRATE_DATABASE_URL: url = "" } = process.env;
  expect(await listBuckets()).not.toContain(newBucket);
  await migrate(url, { appUrl, newBucket });
  await expect.poll(listBuckets).toContain(newBucket);
});

test("while a bucket can't be read, a card of another one is found, and looking for a missing one fails", async () => {
  const { card } = await storeIn(SECOND);
  const { id } = await card(500);
  const find = (wanted: string) =>
    findAnywhere(async () => (await pg()`select id from cards where id = ${wanted}`)[0]);
  expect(await find(newId())).toBeUndefined();
  await breakInFirst("cards");
  expect(await find(id)).toEqual({ id });
  await expect(find(newId())).rejects.toThrow("cards");
});

test("a transaction goes on in its own bucket after a refusal in another", async () => {
  const { id: merchantId } = await storeIn(SECOND);
  await db().transaction(async (tx) => {
    const refused = switchBucket(tx, { merchantId }, async () => {
      throw new Refusal("card_not_active");
    });
    await expect(refused).rejects.toThrow(Refusal);
    const [row] = await tx.execute(sql`select current_schema() as schema`);
    expect(row).toEqual({ schema: schemaOfBucket(currentBucket()) });
  });
});
