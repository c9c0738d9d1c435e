import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startPgBouncer } from "@/e2e/support/pgbouncer";
import { migrate } from "@/lib/db/migrate/migrate";
import { spend } from "@/lib/domain/cards/spend";
import { configure } from "@/lib/testing/configure";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { FIRST_BUCKET, inBucket, searchPathOf } from "./buckets";
import { callPool, closePool, db, pg } from "./client";
import { ensureReady } from "./readiness";

const ADDED = ["bucket_7", "bucket_8"];
const RIGHT_PATHS = Object.fromEntries(
  [FIRST_BUCKET, "bucket_2", ...ADDED].map((bucket) => [bucket, searchPathOf(bucket)]),
);

let direct = "";
let stop = async () => {};

beforeAll(async () => {
  direct = process.env.DATABASE_URL ?? "";
  for (const newBucket of ADDED)
    await migrate(process.env.MIGRATE_DATABASE_URL ?? "", { appUrl: direct, newBucket });
});

beforeEach(() => Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness")));

afterEach(async () => {
  await closePool();
  configure({ DATABASE_URL: direct, DATABASE_PREPARE: "true" });
  await stop();
  stop = async () => {};
});

type Through = {
  /** What is appended to the name of the database in the URL. */
  suffix: string;
  /** The search paths of the databases in PgBouncer by what is appended to their names. */
  paths?: Record<string, string>;
  settings?: Record<string, string | number>;
};

/** Sends the app's connections through a PgBouncer in transaction mode. */
async function goThroughPgBouncer({ suffix, paths = {}, settings = {} }: Through) {
  const name = new URL(direct).pathname.slice(1);
  const connectQueries = Object.fromEntries(
    Object.entries(paths).map(([bucket, path]) => [
      `${name}_${bucket}`,
      `set search_path = ${path}`,
    ]),
  );
  const bouncer = await startPgBouncer(direct, { settings, connectQueries });
  if (!bouncer) throw new Error("PgBouncer is not installed.");
  stop = bouncer.stop;
  await closePool();
  configure({ DATABASE_URL: `${bouncer.url}${suffix}`, DATABASE_PREPARE: "false" });
}

/** A store in this bucket with a card, and what its connections find. */
async function storeIn(bucket: string) {
  const { ctx } = await createStore({ bucket });
  const card = await inBucket(bucket, () => makeCard(ctx, { amountCents: 10_000 }));
  const query = "select id from cards";
  const ways: (() => Promise<object[]>)[] = [
    async () => [...(await pg().unsafe<{ id: string }[]>(query))],
    async () => [...(await callPool("move_together").unsafe<{ id: string }[]>(query))],
    () => pg().begin(async (tx) => [...(await tx.unsafe<{ id: string }[]>(query))]),
    () => db().transaction(async (tx) => [...(await tx.execute(sql.raw(query)))]),
    async () => {
      await spend(ctx(), { cardId: card.id, amountCents: 1 });
      return [...(await db().execute(sql.raw(query)))];
    },
  ];
  return {
    id: card.id,
    read: (n: number) => inBucket(bucket, ways[n % ways.length] ?? (async () => [])),
  };
}

test("through one PgBouncer in transaction mode, work in two buckets never sees the tables of the other", async () => {
  const settings = { default_pool_size: 2, server_lifetime: 1 };
  await goThroughPgBouncer({ suffix: "_{bucket}", paths: RIGHT_PATHS, settings });
  await ensureReady();
  const stores = [await storeIn("bucket_7"), await storeIn("bucket_8")];
  await Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      const store = stores[n % stores.length];
      expect(await store?.read(Math.floor(n / stores.length))).toEqual([{ id: store?.id }]);
    }),
  );
  for (const [n, { id }] of stores.entries()) {
    const [row] = await inBucket(
      ADDED[n] ?? "",
      () => pg()`select balance_cents from cards where id = ${id}`,
    );
    expect(Number(row?.balance_cents)).toBe(10_000 - 40);
  }
});

test.each([
  [
    "whose search path PgBouncer ignores",
    { suffix: "", settings: { ignore_startup_parameters: "search_path" } },
  ],
  [
    "whose database in PgBouncer has no search path",
    { suffix: "_{bucket}", paths: { ...RIGHT_PATHS, bucket_8: searchPathOf(FIRST_BUCKET) } },
  ],
  [
    "whose database in PgBouncer has that of another bucket",
    { suffix: "_{bucket}", paths: { ...RIGHT_PATHS, bucket_8: searchPathOf("bucket_7") } },
  ],
  [
    "whose search path PgBouncer resets after each transaction",
    { suffix: "_{bucket}", paths: RIGHT_PATHS, settings: { server_reset_query_always: 1 } },
  ],
])("a bucket %s is refused at the start and at each use", async (_, through) => {
  await goThroughPgBouncer(through);
  await expect(ensureReady()).rejects.toThrow(/A connection to bucket_\d finds the tables of/);
  const use = () => inBucket("bucket_8", () => pg()`select id from cards`);
  for (let time = 0; time < 3; time++)
    await expect(use()).rejects.toThrow(/A connection to bucket_8 finds the tables of/);
  await expect(
    inBucket("bucket_8", () => pg().begin((tx) => tx`select id from cards`)),
  ).rejects.toThrow(/A connection to bucket_8 finds/);
  expect(await inBucket(FIRST_BUCKET, () => pg()`select 1 as n`)).toEqual([{ n: 1 }]);
});

test("without the name of the bucket in DATABASE_URL, PgBouncer refuses connections to a further one", async () => {
  await goThroughPgBouncer({ suffix: "" });
  const use = inBucket("bucket_8", () => pg()`select id from cards`);
  await expect(use).rejects.toThrow("unsupported startup parameter: search_path");
});
