import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { startProxy } from "@/e2e/faults/system/proxy";
import { startPgBouncer } from "@/e2e/support/pgbouncer";
import { patient } from "@/lib/base/config/patience";
import { BUCKET_COMMANDS } from "@/lib/cli/bucket-commands";
import { create } from "@/lib/domain/cards/create";
import { spend } from "@/lib/domain/cards/spend";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import type { CitusNode } from "@/lib/testing/citus-cluster";
import {
  BUCKETS,
  testOnCitus,
  useClusterOfBuckets,
  WITHOUT_CITUS,
  workersOf,
} from "@/lib/testing/cluster-of-buckets";
import { configure } from "@/lib/testing/configure";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { inBucket, searchPathOf } from "./buckets";
import { callPool, closePool, isBusy, pg, poolUse, requireNode } from "./client";
import { ensureReady } from "./readiness";

const cluster = useClusterOfBuckets();

/** The URL of a database on `node`, as the app's role. */
const urlAt = (node: string, database: string) => {
  const url = new URL(cluster().appUrl);
  return `postgres://${url.username}:unused@${node}/${database}`;
};

async function callDirectly(url: string) {
  await closePool();
  configure({ DATABASE_NODE_URL: url });
}

beforeEach(async () => {
  if (WITHOUT_CITUS) return;
  Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
  await callDirectly(cluster().nodeUrl);
});
afterAll(() => configure({ DATABASE_NODE_URL: "" }));

/** A store in a bucket with a card of 1000 cents. `debit` takes 100 of them and returns the balance. */
async function storeIn(bucket: string) {
  const { ctx } = await inBucket(bucket, () => createStore({ bucket }));
  const { id: cardId } = await inBucket(bucket, () => makeCard(ctx, { amountCents: 1_000 }));
  const debit = async () => {
    const { card } = await inBucket(bucket, () => spend(ctx(), { cardId, amountCents: 100 }));
    return card.balanceCents;
  };
  return { bucket, ctx, cardId, debit };
}

/** The port of the server that makes the movements of a bucket. */
const portOf = (bucket: string) =>
  inBucket(bucket, async () => {
    const [row] = await callPool("move_together")<
      { port: number }[]
    >`select inet_server_port() as port`;
    return row?.port;
  });

/** Waits until this server makes the movements of a bucket. */
const untilAt = (bucket: string, { port }: CitusNode) =>
  expect.poll(() => portOf(bucket)).toBe(port);

testOnCitus("a debit, a new card and a counted attempt don't use the coordinator", async () => {
  const { coordinator } = cluster();
  const stores = [];
  for (const bucket of BUCKETS) stores.push(await storeIn(bucket));
  for (const bucket of BUCKETS) await inBucket(bucket, requireNode);

  await coordinator.kill();
  onTestFinished(() => coordinator.start().catch(() => {}));
  const created = [];
  for (const { bucket, ctx, debit } of stores) {
    expect(await debit()).toBe(900);
    const { card } = await inBucket(bucket, () =>
      create(ctx(), { currency: "USD", cardType: "digital" }),
    );
    created.push({ bucket, id: card.id });
    await inBucket(bucket, () => takeAttempt("sign-in-address", "192.0.2.1"));
  }
  await coordinator.start();

  for (const { bucket, id } of created)
    expect(await inBucket(bucket, () => pg()`select 1 as n from cards where id = ${id}`)).toEqual([
      { n: 1 },
    ]);
  await expectNoProblems();
});

testOnCitus("a customer who is new to Scrip is known on all nodes", async () => {
  const { coordinator, workers } = cluster();
  for (const bucket of BUCKETS) {
    const { ctx } = await storeIn(bucket);
    await inBucket(bucket, requireNode);
    const ownerEmail = `${bucket}@example.com`;
    await inBucket(bucket, () =>
      create(ctx(), { currency: "USD", cardType: "digital", ownerEmail }),
    );
    for (const node of [coordinator, ...workers]) {
      const known = await node.query(
        (sql) => sql<{ bucket: string | null }[]>`select b.bucket from consumers c
          left join consumer_buckets b on b.consumer_id = c.id where email = ${ownerEmail}`,
      );
      expect(known.map((row) => row.bucket)).toEqual([bucket === BUCKETS[0] ? null : bucket]);
    }
  }
});

testOnCitus("a bucket moves while its tills debit directly, and nothing is lost", async () => {
  const { bucket, ctx } = await storeIn("bucket_3");
  const { id: cardId } = await inBucket(bucket, () => makeCard(ctx, { amountCents: 1_000_000 }));
  const [from, to] = await workersOf(cluster(), bucket);
  await untilAt(bucket, from);
  let stop = false;
  let spent = 0;
  const failures: string[] = [];
  const till = async () => {
    while (!stop)
      await inBucket(bucket, () => spend(ctx(), { cardId, amountCents: 1 })).then(
        () => spent++,
        (error: Error) => isBusy(error) || failures.push(error.message),
      );
  };
  const tills = [till(), till(), till()];
  const flags = ["--bucket", bucket, "--node", `127.0.0.1:${to.port}`];
  await BUCKET_COMMANDS["bucket move"]?.prepare(flags)();
  // Meanwhile, the former node forwards them.
  await untilAt(bucket, to);
  stop = true;
  await Promise.all(tills);

  const [row] = await inBucket(
    bucket,
    () => pg()`select balance_cents::int as balance from cards where id = ${cardId}`,
  );
  expect(failures).toEqual([]);
  expect(spent).toBeGreaterThan(0);
  expect(row?.balance).toBe(1_000_000 - spent);
  await expectNoProblems();
});

testOnCitus("every node forwards the calls of a bucket that it doesn't have", async () => {
  const { bucket, cardId, debit } = await storeIn("bucket_3");
  const [own, other] = await workersOf(cluster(), bucket);
  // As after a move that this process doesn't know about.
  await callDirectly(urlAt(`{node}:${other.port}`, "scrip"));
  await untilAt(bucket, other);
  const debits = await Promise.all([debit(), debit(), debit()]);
  expect(Math.min(...debits)).toBe(700);
  const [row] = await own.query(
    (sql) => sql`select balance_cents::int as balance from bucket_3.cards where id = ${cardId}`,
  );
  expect(row?.balance).toBe(700);
});

testOnCitus("a node that is killed stops its own buckets alone, until it is started", async () => {
  const stores = [await storeIn("bucket_1"), await storeIn("bucket_2")];
  for (const { bucket } of stores) await inBucket(bucket, requireNode);
  const [first, second] = stores;
  const [worker] = await workersOf(cluster(), "bucket_2");
  await worker.kill();
  onTestFinished(() => worker.start().catch(() => {}));
  for (let time = 0; time < 3; time++) {
    const error = await second?.debit().catch((thrown: unknown) => thrown);
    expect(isBusy(error)).toBe(true);
  }
  expect(await first?.debit()).toBe(900);
  await inBucket("bucket_2", requireNode);

  await worker.start();
  expect(await second?.debit()).toBe(900);
  await untilAt("bucket_2", worker);
});

testOnCitus("the first call after a node was replaced goes to the new one", async () => {
  const { bucket, debit } = await storeIn("bucket_2");
  const { coordinator } = cluster();
  const [worker] = await workersOf(cluster(), bucket);
  const former = await startProxy("process > former node", worker.port);
  const update = (from: number, to: number) =>
    coordinator.query(
      (sql) => sql`select citus_update_node(nodeid, '127.0.0.1', ${to}::int)
      from pg_dist_node where nodeport = ${from}`,
    );
  onTestFinished(() => update(former.port, worker.port).then(former.close));
  await update(worker.port, former.port);
  await inBucket(bucket, requireNode);
  expect(await debit()).toBe(900);
  expect(former.open()).toBeGreaterThan(0);

  former.refusing(true);
  await expect.poll(() => debit().catch(isBusy)).toBe(true);
  await update(former.port, worker.port);
  const before = await debit();
  expect(await debit()).toBe(before - 100);
  await inBucket(bucket, requireNode);
  expect(await debit()).toBe(before - 200);
  expect(await portOf(bucket)).toBe(worker.port);
  expect(former.open()).toBe(0);
});

/** Sends direct calls through a PgBouncer in transaction mode on the worker of a bucket. */
async function callThroughPgBouncer(worker: CitusNode, bucket: string, path: string) {
  const bouncer = await startPgBouncer(urlAt(`127.0.0.1:${worker.port}`, "scrip"), {
    connectQueries: { [`scrip_${bucket}`]: `set search_path = ${path}` },
  });
  if (!bouncer) throw new Error("PgBouncer is not installed.");
  onTestFinished(async () => {
    await closePool();
    configure({ DATABASE_PREPARE: "" });
    await bouncer.stop();
  });
  configure({ DATABASE_PREPARE: "false" });
  await callDirectly(urlAt(`{node}:${new URL(bouncer.url).port}`, "scrip_{bucket}"));
}

testOnCitus("direct calls can go through a PgBouncer on each node", async () => {
  const { bucket, debit } = await storeIn("bucket_2");
  const [worker] = await workersOf(cluster(), bucket);
  await callThroughPgBouncer(worker, bucket, searchPathOf(bucket));
  await inBucket(bucket, requireNode);
  expect(await portOf(bucket)).toBe(worker.port);
  expect(await debit()).toBe(900);
});

testOnCitus(
  "a node whose connections find other tables is refused at the start, and not used",
  async () => {
    const { bucket, debit } = await storeIn("bucket_2");
    const [worker] = await workersOf(cluster(), bucket);
    await callThroughPgBouncer(worker, bucket, searchPathOf("bucket_3"));
    await expect(inBucket(bucket, requireNode)).rejects.toThrow(
      "A connection to bucket_2 finds the tables of the schema bucket_3",
    );
    expect(await debit()).toBe(900);
    expect(await portOf(bucket)).toBe(cluster().coordinator.port);
  },
);

testOnCitus("connections to nodes are counted, and closed with the others", async () => {
  await ensureReady();
  const { debit } = await storeIn("bucket_3");
  await debit();
  const [worker] = await workersOf(cluster(), "bucket_3");
  expect(Object.fromEntries(poolUse()).node).toEqual({ max: 30, inUse: 0, waiting: 0 });
  const sessions = () =>
    worker.query((sql) => sql`select from pg_stat_activity where application_name = 'scrip'`);
  expect((await sessions()).length).toBeGreaterThan(0);
  await closePool();
  await expect.poll(async () => (await sessions()).length).toBe(0);
});

testOnCitus("a direct call has the time limits of the app's role", async () => {
  await ensureReady();
  const [limits] = await inBucket(
    "bucket_2",
    () => callPool("move_together")`
    select inet_server_port() as port, current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('jit') as jit`,
  );
  const [{ port }] = await workersOf(cluster(), "bucket_2");
  expect(limits).toEqual({ port, statement: `${patient(5)}s`, lock: `${patient(2)}s`, jit: "off" });
});
