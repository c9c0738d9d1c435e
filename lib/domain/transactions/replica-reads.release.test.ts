import { beforeAll, beforeEach, expect, test } from "vitest";
import { spend } from "@/lib/domain/cards/spend";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { makeFinishedBatch, startBatch } from "@/lib/testing/batches";
import { ADA_EMAIL, give, makeCard } from "@/lib/testing/ledger-fixtures";
import { storeWithPeople } from "@/lib/testing/portal";
import { useReplicatedDatabase } from "@/lib/testing/replicated-database";
import { callerWithKey } from "@/lib/testing/store";

const { pause, resume, readCounts, resetCounts } = useReplicatedDatabase();

const today = new Date().toISOString().slice(0, 10);
const range = { from: today, to: today, currency: "USD" };

let store: Awaited<ReturnType<typeof storeWithPeople>>;
let api: Awaited<ReturnType<typeof callerWithKey>>;
let card: Awaited<ReturnType<typeof makeCard>>;
let webhookId = "";
let batchId = "";
let customerId = "";

beforeAll(async () => {
  store = await storeWithPeople();
  const { ctx, owner } = store;
  api = await callerWithKey(ctx());
  const endpoint = { url: "https://receiver.example.com/", events: ["card.debited" as const] };
  webhookId = (await createWebhook(ctx(), endpoint)).webhook.id;
  batchId = await makeFinishedBatch(stock(), { quantity: 3 });
  card = await makeCard(ctx, { amountCents: 9_000, owner: ADA_EMAIL });
  customerId = (await owner.get("/customers")).body.customers[0].id;
});
beforeEach(resume);

const stock = () => ({ id: store.merchantId, ctx: () => store.ctx() });

type Query = Record<string, string>;
type Read = [path: string, query?: Query];

/** Lists that each change by sellSomething(). */
const lists = (): Read[] => [
  ["/api/v1/transactions"],
  ["/api/v1/transactions", { cardUuid: card.id }],
  ["/api/v1/transactions", { source: "store_credit" }],
  ["/api/v1/transactions/totals", { day: today, groupBy: "type,key" }],
  [`/api/v1/webhooks/${webhookId}/deliveries`],
  ["/api/v1/batches"],
  ["/transactions"],
  ["/transactions", { kind: "store_credit" }],
  [`/customers/${customerId}/history`],
  ["/gifts"],
  ["/batches"],
  ["/reports/activity", { ...range, compare: "before" }],
  ["/reports/liability", { currency: "USD" }],
  ["/reports/activity/export", range],
  ["/reports/liability/export", { currency: "USD" }],
  ["/reports/journal", { ...range, by: "day" }],
  ["/reports/journal", { ...range, by: "movement" }],
  ["/transactions/export"],
  ["/cards/export"],
  ["/customers/export"],
  ["/store-credit/export"],
  ["/gifts/export"],
];

/** Reads that nothing changes here, or everything does. */
const others = (): Read[] => [
  ["/audit"],
  ["/audit/export"],
  ["/audit/export.jsonl"],
  ["/reports/ageing"],
  ["/reports/ageing/export"],
  ["/reports/expired/export", { currency: "USD" }],
  ["/reports/settlement"],
  ["/reports/settlement/export"],
  [`/batches/${batchId}/codes`],
];

/** What a till, and people at the store, do. */
async function sellSomething(): Promise<void> {
  const { ctx } = store;
  await spend(ctx(), { cardId: card.id, amountCents: 1_234, note: "A late sale" });
  await give(ctx, card, 567);
  const credit = { email: ADA_EMAIL, amountCents: 4_321, currency: "USD", source: "store_credit" };
  await issueStoreCredit(ctx(), credit);
  await startBatch(stock(), { quantity: 1 });
}

/** The responses to reads, which all succeed, and the outcomes of what they read from the replica. */
async function readAll(reads: Read[]): Promise<{ texts: string[]; outcomes: object[] }> {
  const member = await store.join("owner");
  const texts: string[] = [];
  const outcomes: object[] = [];
  for (const [path, query] of reads) {
    resetCounts();
    const { status, text } = await (path.startsWith("/api/v1") ? api : member).get(path, query);
    expect(status, `${path}: ${text}`).toBe(200);
    texts.push(text);
    outcomes.push([path, Object.keys(await readCounts())]);
  }
  return { texts, outcomes };
}

const outcomesOf = (reads: Read[], outcome: string) => reads.map(([path]) => [path, [outcome]]);

test("lists, reports and exports come from a replica that has caught up, and have what was just sold in any case", async () => {
  const before = await readAll(lists());
  expect(before.outcomes).toEqual(outcomesOf(lists(), "replica"));
  await pause();
  await sellSomething();
  const behind = await readAll(lists());
  expect(behind.outcomes).toEqual(outcomesOf(lists(), "behind"));
  for (const [n, read] of lists().entries())
    expect(behind.texts[n], String(read)).not.toBe(before.texts[n]);
  await resume();
  expect(await readAll(lists())).toEqual({
    texts: behind.texts,
    outcomes: outcomesOf(lists(), "replica"),
  });
  expect((await readAll(others())).outcomes).toEqual(outcomesOf(others(), "replica"));
});

test("balances, cards and settings never come from the replica, and are right while it is behind", async () => {
  await pause();
  const balanceOf = async () => (await api.get(`/cards/${card.id}/balance`)).body.balanceCents;
  const before = await balanceOf();
  await spend(store.ctx(), { cardId: card.id, amountCents: 100 });
  resetCounts();
  expect(await balanceOf()).toBe(before - 100);
  expect((await api.get(`/cards/${card.id}`)).body.balanceCents).toBe(before - 100);
  const { owner } = store;
  const listed = (await api.get("/cards")).body.cards;
  expect(listed.find(({ uuid }: { uuid: string }) => uuid === card.id).balanceCents).toBe(
    before - 100,
  );
  for (const path of ["/overview", "/cards", "/customers", "/store-credit", "/account", "/keys"])
    expect((await owner.get(path)).status, path).toBe(200);
  expect(await readCounts()).toEqual({});
});
