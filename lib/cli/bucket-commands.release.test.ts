import { expect, test } from "vitest";
import { isOnCitus } from "@/lib/base/config/env";
import { inBucket } from "@/lib/db/client/buckets";
import { spend } from "@/lib/domain/cards/spend";
import { useDatabasePerTest } from "@/lib/testing/database";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { BUCKET_COMMANDS } from "./bucket-commands";
import { UsageError } from "./command";

useDatabasePerTest();

type Listed = {
  bucket: string;
  createdAt: Date;
  stores: number;
  sizeBytes: number;
  node?: string;
};

const prepare = (name: string, ...words: string[]) => BUCKET_COMMANDS[name]?.prepare(words);
const create = async (): Promise<string> => Object(await prepare("bucket create")?.()).bucket;
const list = async (): Promise<Listed[]> => Object(await prepare("bucket list")?.()).buckets;

test("scrip bucket create adds the bucket with the next free number, in which stores can work", async () => {
  const before = (await list()).map(({ bucket }) => bucket);
  const bucket = await create();
  expect(bucket).toBe(`bucket_${before.length + 1}`);
  expect((await list()).map((listed) => listed.bucket)).toEqual([...before, bucket]);
  const { ctx } = await createStore({ bucket });
  const balance = await inBucket(bucket, async () => {
    const { id: cardId } = await makeCard(ctx, { amountCents: 500 });
    return (await spend(ctx(), { cardId, amountCents: 200 })).card.balanceCents;
  });
  expect(balance).toBe(300);
});

test("of two scrip bucket create at the same time, each adds a bucket or none", async () => {
  const before = (await list()).length;
  const results = await Promise.allSettled([create(), create()]);
  const created = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  expect(created.length).toBeGreaterThan(0);
  expect(new Set(created).size).toBe(created.length);
  expect((await list()).length).toBe(before + created.length);
});

test("scrip bucket list counts the stores of each bucket, and what it takes on disk", async () => {
  const bucket = await create();
  const of = async (name: string) => (await list()).find((listed) => listed.bucket === name);
  expect(await of(bucket)).toMatchObject({ stores: 0, createdAt: expect.any(Date) });
  const { ctx } = await createStore({ bucket });
  await createStore({ bucket });
  const empty = Number((await of(bucket))?.sizeBytes);
  await inBucket(bucket, async () => {
    for (let n = 0; n < 50; n++) await makeCard(ctx, { amountCents: 100 });
  });
  const full = await of(bucket);
  expect(full?.stores).toBe(2);
  expect(full?.sizeBytes).toBeGreaterThan(empty);
  expect(full?.node === undefined).toBe(!isOnCitus());
});

test.for([
  [["--bucket", "bucket_2"], /^--node is required$/],
  [["--bucket", "bucket_2", "--node", "10.0.0.12"], /^--node must be a host and a port, such as/],
])("scrip bucket move %j is refused before anything is begun", ([words, message]) => {
  const read = () => prepare("bucket move", ...(words as string[]));
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message as RegExp);
});

test.skipIf(isOnCitus())("scrip bucket move refuses without Citus", () => {
  expect(() => prepare("bucket move", "--bucket", "bucket_2", "--node", "db:5432")).toThrow(
    "Only buckets on Citus can be moved, and CITUS isn't true",
  );
});
