import { beforeEach, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { reverse } from "@/lib/domain/cards/reverse";
import { spend } from "@/lib/domain/cards/spend";
import { connectedStore } from "@/lib/testing/shop";
import { MAX_LOOKUPS } from "./sync-policy";
import { platformWorker } from "./sync-worker";

vi.mock("./open-adapter", () => import("@/lib/testing/shop"));
vi.mock("@/lib/base/worker", () => import("@/lib/testing/restless-worker"));

beforeEach(async () => {
  await pg()`delete from outbox`;
});

const jobs = (merchantId: string) => pg()`select status, attempts,
    extract(epoch from next_attempt_at - now())::int as "waitSeconds"
  from outbox where merchant_id = ${merchantId} and kind = 'platform_card' order by id`;
const connectionOf = async (merchantId: string) =>
  (
    await pg()`select status, last_error as "lastError", unreachable_in_a_row as "inARow",
      paused_until > now() as paused from platform_connections
    where merchant_id = ${merchantId}`
  )[0];
const platformCardsOf = (merchantId: string) => pg()`select state, reason from platform_cards
  where merchant_id = ${merchantId} order by card_id`;
/** Run time too short to reach deferred jobs. */
const SHORT_MS = 500;

const makeJobsDue = () => pg()`update outbox set next_attempt_at = now()`;
/** Ends the pauses of shops that several calls in a row could not reach. */
const endPauses = () => pg()`update platform_connections set paused_until = null`;
const countPendingJobs = async () =>
  (await pg()`select count(*)::int as n from outbox where status = 'pending'`)[0]?.n;

/** Runs deferred jobs until none is left, because two jobs for one card may run in either order. */
async function syncAll() {
  for (let n = 0; n < 10 && (await countPendingJobs()) > 0; n++) {
    await makeJobsDue();
    await endPauses();
    await platformWorker.runDue(SHORT_MS);
  }
}

test("an activation is on the platform with its balance, and a debit after it", async () => {
  const { store, shop, sell } = await connectedStore();
  const cardId = await sell(500);
  expect(await platformWorker.runDue()).toEqual({ done: 1, putOff: 0 });
  await spend(store.ctx(), { cardId, amountCents: 120 });
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 500, enabled: true });
  expect(await platformWorker.runDue()).toEqual({ done: 1, putOff: 0 });
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 380 });
  expect(await jobs(store.id)).toMatchObject([{ status: "done" }, { status: "done" }]);
});

test("a refund and reversals are on the platform", async () => {
  const { store, shop, sell } = await connectedStore();
  const cardId = await sell(500);
  await syncAll();
  const sold = (await spend(store.ctx(), { cardId, amountCents: 120 })).transaction.id;
  const other = (await spend(store.ctx(), { cardId, amountCents: 80 })).transaction.id;
  const topUp = (await credit(store.ctx(), { cardId, amountCents: 50 })).transaction.id;
  await syncAll();
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 350 });
  await credit(store.ctx(), { cardId, amountCents: 100, originalTransactionId: sold });
  await syncAll();
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 450 });
  for (const transactionId of [other, topUp]) await reverse(store.ctx(), { transactionId });
  await syncAll();
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 480 });
});

test("changes that queued up are followed in one call, and the rest of the queue costs none", async () => {
  const { store, shop, sell } = await connectedStore();
  const cardId = await sell(500);
  for (let n = 0; n < 5; n++) await spend(store.ctx(), { cardId, amountCents: 10 });
  await syncAll();
  expect(shop.calls).toEqual(["create"]);
  expect(shop.of(cardId)?.balanceCents).toBe(450);
});

test("a platform that is down is left alone for a while, keeps its work for days, and holds up no other store", async () => {
  const [down, well] = [await connectedStore(), await connectedStore()];
  for (let n = 0; n < 5; n++) await down.sell(100);
  const cardId = await well.sell(100);
  down.shop.faults = Array.from({ length: 100 }, () => "unreachable");
  await platformWorker.runDue(SHORT_MS);
  expect(well.shop.of(cardId)).toMatchObject({ balanceCents: 100 });
  expect(await connectionOf(down.store.id)).toMatchObject({ status: "connected", paused: true });
  const called = down.shop.calls.length;
  await makeJobsDue();
  await platformWorker.runDue(SHORT_MS);
  expect(down.shop.calls).toHaveLength(called);

  await pg()`update outbox set attempts = 50, created_at = now() - interval '3 days'`;
  await endPauses();
  await platformWorker.runDue(SHORT_MS);
  expect((await jobs(down.store.id)).every(({ status }) => status === "pending")).toBe(true);

  down.shop.faults = [];
  await endPauses();
  await makeJobsDue();
  await platformWorker.runDue();
  expect(down.shop.cards).toHaveLength(5);
  expect(await connectionOf(down.store.id)).toMatchObject({ inARow: 0, lastError: null });
});

test("a card that the platform may have created but doesn't list holds up no other card, however often it changed", async () => {
  const { store, shop, sell } = await connectedStore();
  const lost = await sell(500);
  shop.faults = ["unreachable"];
  await platformWorker.runDue(SHORT_MS);
  for (let n = 0; n < 5; n++) await spend(store.ctx(), { cardId: lost, amountCents: 10 });
  await disable(store.ctx(), { cardId: lost });
  const lookups = () => shop.calls.filter((call) => call === "find");
  for (let n = 0; n < 10 && lookups().length < 5; n++) {
    await makeJobsDue();
    await platformWorker.runDue(SHORT_MS);
  }
  expect(lookups().length).toBeGreaterThanOrEqual(5);
  expect(await connectionOf(store.id)).toMatchObject({ inARow: 0, lastError: null, paused: null });
  const cardId = await sell(100);
  await platformWorker.runDue(SHORT_MS);
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 100 });

  await pg()`update outbox set attempts = ${MAX_LOOKUPS} where status = 'pending'`;
  await syncAll();
  expect(await platformCardsOf(store.id)).toContainEqual({ state: "disabled", reason: null });
  expect(await countPendingJobs()).toBe(0);
});

test("what could not be done for a week has failed, with the reason", async () => {
  const { store, shop, sell } = await connectedStore();
  await sell(100);
  await pg()`update outbox set created_at = now() - interval '8 days'`;
  shop.faults = ["unreachable"];
  await platformWorker.runDue();
  expect(await jobs(store.id)).toMatchObject([{ status: "done" }]);
  expect(await platformCardsOf(store.id)).toEqual([{ state: "failed", reason: "No response." }]);
});

test("a call beyond the platform's limit counts for nothing and is made again at once", async () => {
  const { store, shop, sell } = await connectedStore();
  const cardId = await sell(100);
  shop.faults = ["throttled", "throttled"];
  expect(await platformWorker.runDue()).toEqual({ done: 1, putOff: 2 });
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 100 });
  expect(await jobs(store.id)).toMatchObject([{ status: "done", attempts: 1 }]);
});

test("a card in a currency other than the shop's, and one whose code another card has, fail and are not tried again", async () => {
  const euro = await connectedStore("EUR");
  await euro.sell(100);
  const taken = await connectedStore();
  const cardId = await taken.sell(100);
  taken.shop.create = async () => {
    taken.shop.calls.push("create");
    throw Object.assign(new Error("taken"), { name: "PlatformError", kind: "taken", reason: "" });
  };
  await platformWorker.runDue();
  await spend(taken.store.ctx(), { cardId, amountCents: 10 });
  await platformWorker.runDue();
  expect(await platformCardsOf(euro.store.id)).toEqual([
    { state: "failed", reason: "The card's currency is USD, but the shop's is EUR." },
  ]);
  expect(euro.shop.calls).toEqual([]);
  expect(await platformCardsOf(taken.store.id)).toEqual([
    { state: "failed", reason: "Another card in the shop already has this code." },
  ]);
  expect(taken.shop.calls).toEqual(["create", "find"]);
});

test("work of a platform that was disconnected meanwhile ends unsent", async () => {
  const { store, shop, sell } = await connectedStore();
  await sell(100);
  await pg()`update platform_connections set status = 'disconnected', sealed_token = null,
    disconnected_at = now() where merchant_id = ${store.id}`;
  expect(await platformWorker.runDue()).toEqual({ done: 0, putOff: 0 });
  expect(shop.calls).toEqual([]);
});

test("runs that overlap make each of fifty cards once", async () => {
  const { shop, sell } = await connectedStore();
  for (let n = 0; n < 50; n++) await sell(100);
  await Promise.all([platformWorker.runDue(), platformWorker.runDue(), platformWorker.runDue()]);
  expect(shop.cards).toHaveLength(50);
  expect(shop.calls.filter((call) => call === "create")).toHaveLength(50);
});

test("a card whose creation was not answered, and that is disabled before the shop shows it, is not left to be spent there", async () => {
  const { store, shop, sell } = await connectedStore();
  const cardId = await sell(100);
  shop.faults = ["lost"];
  await platformWorker.runDue(SHORT_MS);
  await disable(store.ctx(), { cardId });
  const { find } = shop;
  shop.find = async () => null;
  await makeJobsDue();
  await platformWorker.runDue(SHORT_MS);
  expect(shop.of(cardId)).toMatchObject({ enabled: true });
  shop.find = find;
  await syncAll();
  expect(shop.of(cardId)).toMatchObject({ enabled: false });
  expect(await platformCardsOf(store.id)).toEqual([{ state: "disabled", reason: null }]);
});
