import postgres from "postgres";
import { expect } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { credit } from "@/lib/domain/cards/credit";
import { redeem } from "@/lib/domain/cards/redeem";
import { spend } from "@/lib/domain/cards/spend";
import { captureHold } from "@/lib/domain/holds/capture";
import { placeHold } from "@/lib/domain/holds/place";
import { closeDaysOf } from "@/lib/domain/reports/close-days";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { claimDue } from "@/lib/domain/webhooks/deliver";
import { recordAttempt } from "@/lib/domain/webhooks/record-attempt";
import { type CitusNode, preparedTransactions } from "@/lib/testing/citus-cluster";
import {
  BUCKETS,
  testOnCitus,
  useClusterOfBuckets,
  workersOf,
} from "@/lib/testing/cluster-of-buckets";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore, newKey } from "@/lib/testing/store";
import { DELIVERED_RESULT } from "@/lib/testing/webhooks";
import { inBucket } from "./buckets";
import { isBusy, pg } from "./client";
import { inBucketOf } from "./in-buckets";
import { limitSessions } from "./session-settings";
import type { Transaction } from "./transaction";

const cluster = useClusterOfBuckets();

const storeIn = (bucket: string) => inBucket(bucket, () => createStore({ bucket }));
type Store = Awaited<ReturnType<typeof createStore>>;

/** What a till, a webhook and the nightly job do at a store. */
async function trade({ id, ctx }: Store) {
  const { webhook } = await createWebhook(ctx(), {
    url: "https://receiver.example.com/",
    events: ["card.debited"],
  });
  const card = await makeCard(ctx, { amountCents: 1_000, owner: `ada-${id}@example.com` });
  await spend(ctx(), { cardId: card.id, amountCents: 100 });
  await redeem(ctx(), { code: card.code, amountCents: 100 });
  await Promise.all(
    Array.from({ length: 10 }, () => spend(ctx(), { cardId: card.id, amountCents: 10 })),
  );
  await credit(ctx(), { cardId: card.id, amountCents: 50 });
  const { hold } = await placeHold(ctx(), {
    cardId: card.id,
    amountCents: 200,
    expiresInSeconds: 900,
  });
  await captureHold(ctx(), { holdId: hold.id });
  let delivered = 0;
  for (let claimed = await claimDue(100, new Map()); claimed.length > 0; ) {
    for (const each of claimed) await recordAttempt(each, DELIVERED_RESULT);
    delivered += claimed.filter(({ webhookId }) => webhookId === webhook.id).length;
    claimed = await claimDue(100, new Map());
  }
  return { card, delivered };
}

testOnCitus(
  "a store of each bucket trades, and every row is in the tables of its bucket",
  async () => {
    const stores: Record<string, Store> = {};
    for (const bucket of BUCKETS) {
      const store = await storeIn(bucket);
      stores[bucket] = store;
      const { card, delivered } = await inBucketOf(store.id, () => trade(store));
      expect(delivered).toBe(13);
      const [row] = await inBucketOf(
        store.id,
        () => pg()`select balance_cents::int as balance, sequence::int, held_cents::int as held
        from cards where id = ${card.id}`,
      );
      expect(row).toEqual({ balance: 550, sequence: 15, held: 0 });
      await inBucketOf(store.id, () => closeDaysOf(store.id));
    }
    expect(await rowsByStore(stores)).toEqual([]);
    const known = await pg()`
      select bucket, count(*)::int from consumer_buckets group by 1 order by 1`;
    expect([...known]).toEqual(BUCKETS.slice(1).map((bucket) => ({ bucket, count: 1 })));
    await expectNoProblems();
  },
);

/** The nodes on which a movement waits for a lock. */
async function nodesThatWait(): Promise<string[]> {
  const { coordinator, workers } = cluster();
  const waiting = (node: CitusNode) =>
    node.query(
      (sql) => sql`select from pg_stat_activity
        where query like '%move_together(%' and wait_event_type = 'Lock'`,
    );
  const counts = await Promise.all([coordinator, ...workers].map(waiting));
  return ["coordinator", "worker", "worker"].filter((_, n) => counts[n]?.length);
}

/** Debits 100 cents of a card with 1000 while `lock` locks something of it; then the debit waits on a worker. */
async function debitBehind(lock: (tx: Transaction) => Promise<unknown>, ctx: Ctx, cardId: string) {
  const { moving } = await pg().begin(async (tx) => {
    await lock(tx);
    const moving = spend(ctx, { cardId, amountCents: 100 });
    await expect.poll(nodesThatWait).toEqual(["worker"]);
    return { moving };
  });
  expect((await moving).card.balanceCents).toBe(900);
}

testOnCitus("a movement runs on the node of its bucket alone", async () => {
  for (const bucket of BUCKETS) {
    const { id, ctx } = await storeIn(bucket);
    await inBucketOf(id, async () => {
      const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
      const lock = (tx: Transaction) =>
        tx`select from cards where merchant_id = ${id} and id = ${cardId} for no key update`;
      await debitBehind(lock, ctx(), cardId);
    });
  }
});

testOnCitus("a key's amounts are locked on one node, wherever its request runs", async () => {
  const { ctx } = await storeIn("bucket_2");
  await inBucket("bucket_2", async () => {
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const { key } = await newKey(ctx());
    const limit = { perMovementCents: null, perDayCents: 1_000 };
    const request = ctx();
    const actor = `key:${key.id}`;
    Object.assign(request.principal, { actor, amountLimits: { in: limit, out: limit } });
    const lock = (tx: Transaction) => tx`select lock_key_amounts(${actor})`;
    await debitBehind(lock, request, cardId);
  });
});

testOnCitus(
  "a worker that is killed stops its own buckets alone, until it is started",
  async () => {
    const [worker] = await workersOf(cluster(), "bucket_2");
    const debits = [];
    for (const bucket of ["bucket_1", "bucket_2"]) {
      const { ctx } = await storeIn(bucket);
      const { id: cardId } = await inBucket(bucket, () => makeCard(ctx, { amountCents: 1_000 }));
      debits.push(() => inBucket(bucket, () => spend(ctx(), { cardId, amountCents: 100 })));
    }
    const [inFirst, inSecond] = debits;
    await inSecond?.();

    await worker.kill();
    const error = await inSecond?.().catch((thrown: unknown) => thrown);
    expect(isBusy(error)).toBe(true);
    expect((await inFirst?.())?.card.balanceCents).toBe(900);

    await worker.start();
    expect((await inSecond?.())?.card.balanceCents).toBe(800);
  },
);

testOnCitus(
  "a transaction that a crash left prepared ends as its coordinator decided, within seconds",
  async () => {
    const { coordinator, workers } = cluster();
    // Named as the coordinator's process 99999 would.
    const [committed, aborted] = ["citus_0_99999_1_0", "citus_0_99999_2_0"] as const;
    await coordinator.query((sql) =>
      sql.begin(async (tx) => {
        // The recovery runs every second, and would roll back both before the record is committed.
        await tx`lock table pg_dist_transaction in exclusive mode`;
        for (const gid of [committed, aborted]) await prepareTable(workers[0], gid);
        await expect.poll(isRecoveryWaiting).toBe(true);
        await tx`insert into pg_dist_transaction (groupid, gid)
          select groupid, ${committed} from pg_dist_node where nodeport = ${workers[0]?.port ?? 0}`;
        expect(await preparedTransactions(cluster())).toContain(aborted);
      }),
    );
    await expect.poll(() => preparedTransactions(cluster())).toEqual([]);
    const made = await workers[0]?.query(
      (sql) =>
        sql<
          { relname: string }[]
        >`select relname from pg_class where relname like 'citus_0_99999%'`,
    );
    expect(made?.map(({ relname }) => relname)).toEqual([committed]);
  },
);

/** Whether the coordinator's recovery waits for a lock on the records of committed transactions. */
async function isRecoveryWaiting(): Promise<boolean> {
  const waiting = await cluster().coordinator.query(
    (sql) => sql`select from pg_locks
      where relation = 'pg_dist_transaction'::regclass and not granted`,
  );
  return waiting.length > 0;
}

/** Prepares a transaction of this name that creates a table of this name. */
const prepareTable = async (node: CitusNode | undefined, gid: string) =>
  await node?.query((sql) =>
    sql
      .unsafe(`begin; set local citus.enable_ddl_propagation = off;
        create table public.${gid} (); prepare transaction '${gid}'`)
      .simple(),
  );

/** Tables with rows of a store of another bucket, or without rows in some bucket only. */
const rowsByStore = (stores: Record<string, Store>) =>
  cluster().coordinator.query(async (sql) => {
    const tables = await sql<{ name: string }[]>`select table_name as name
      from information_schema.columns
      where table_schema = 'bucket_1' and column_name = 'merchant_id' order by 1`;
    expect(tables.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    for (const { name } of tables) {
      const counts: number[] = [];
      for (const bucket of BUCKETS) {
        const own = stores[bucket]?.id ?? "";
        const [row] = await sql.unsafe<[{ own: number; foreign: number }]>(
          `select count(*) filter (where merchant_id = $1)::int as own,
            count(*) filter (where merchant_id <> $1)::int as foreign from ${bucket}.${name}`,
          [own],
        );
        counts.push(row.own);
        if (row.foreign > 0) wrong.push(`${bucket}.${name}: ${row.foreign} foreign`);
      }
      if (new Set(counts.map((count) => count > 0)).size > 1)
        wrong.push(`${name}: ${counts.join(", ")}`);
    }
    return wrong;
  });

testOnCitus(
  "a session that gives its role its settings reads a bucket with them, as the next client of a pooler does",
  async () => {
    const { coordinator } = cluster();
    await coordinator.query((sql) => sql`create role late_app login in role scrip_app`);
    const url = Object.assign(new URL(coordinator.url), { username: "late_app" }).href;
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await limitSessions(sql);
      // The node calls a function of the bucket in this one.
      const closed =
        await sql`select is_as_closed(row(t.*)::transactions, ''::bytea, ''::bytea) from transactions t where id = ${newId()}`;
      expect([...closed]).toEqual([]);
    } finally {
      await sql.end({ timeout: 1 });
    }
  },
);
