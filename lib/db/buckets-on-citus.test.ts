import { expect, test } from "vitest";
import { credit, redeem, spend } from "../cards/movements";
import { captureHold } from "../holds/capture";
import { placeHold } from "../holds/place";
import { closeDaysOf } from "../reports/close-days";
import { BUCKETS, useClusterOfBuckets, WITHOUT_CITUS } from "../testing/cluster-of-buckets";
import { expectNoProblems } from "../testing/expect-no-problems";
import { makeCard } from "../testing/ledger-fixtures";
import { createStore } from "../testing/store";
import { DELIVERED_RESULT } from "../testing/webhooks";
import { createWebhook } from "../webhooks/create";
import { claimDue } from "../webhooks/deliver";
import { recordAttempt } from "../webhooks/record-attempt";
import { inBucket } from "./buckets";
import { pg } from "./client";
import { inBucketOf, inEachBucket } from "./in-buckets";

const cluster = useClusterOfBuckets();
const reason = WITHOUT_CITUS ? ` (skipped: ${WITHOUT_CITUS})` : "";
const testOnCitus = (title: string, work: () => Promise<void>) =>
  test.skipIf(WITHOUT_CITUS)(`${title}${reason}`, work, 120_000);

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
    await inEachBucket(() => expectNoProblems());
  },
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
      if (new Set(counts).size > 1) wrong.push(`${name}: ${counts.join(", ")}`);
    }
    return wrong;
  });
