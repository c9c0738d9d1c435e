import { beforeEach, expect, test, vi } from "vitest";
import type { ApiShape, Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";
import { activateBatch } from "@/lib/domain/batches/unsold";
import { batchWorker } from "@/lib/domain/batches/work";
import { spend } from "@/lib/domain/cards/spend";
import { cardIdsOf, holdSlices, makeFinishedBatch, startBatch } from "@/lib/testing/batches";
import { outcome } from "@/lib/testing/ledger-fixtures";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";
import { connectShop, fakeShopAt } from "@/lib/testing/shop";
import { callerWithKey, createStore } from "@/lib/testing/store";
import { provision, provisionSlice, readProvision } from "./provision";
import { claimDue } from "./queue";
import { platformWorker } from "./sync-worker";

vi.mock("./open-adapter", () => import("@/lib/testing/shop"));
vi.mock("@/lib/base/worker", () => import("@/lib/testing/restless-worker"));

beforeEach(async () => {
  await pg()`delete from outbox`;
});

const SHAPES: ApiShape[] = ["A", "B"];

/** A store with a batch that was activated before its shop was connected. */
async function storeWithBatch(quantity: number, active = quantity) {
  const store = await createStore();
  const batchId = await makeFinishedBatch(store, { quantity, amountCents: 500 });
  await activateBatch(store.ctx(), { batchId, from: 1, to: active });
  await batchWorker.runDue();
  const connection = await connectShop(store.id);
  const shop = fakeShopAt(connection.address);
  const ask = (given: Partial<Ctx> = {}) => provision(store.ctx(given), { batchId });
  const read = () => readProvision(store.ctx(), { batchId });
  return { store, batchId, connection, shop, ask, read };
}

test("every active card of the batch is on the platform, once, however often it is asked for", async () => {
  const { batchId, shop, ask, read } = await storeWithBatch(20, 12);
  const answer = { batchId, status: "queued", total: 12, provisioned: 0, failed: 0 };
  expect(await ask()).toEqual(answer);
  await Promise.all([ask(), ask()]);
  await platformWorker.runDue();
  expect(await read()).toEqual({ ...answer, status: "completed", provisioned: 12, underWay: 0 });
  expect(await ask()).toEqual({ ...answer, status: "completed", provisioned: 12 });
  await platformWorker.runDue();
  expect(shop.cards).toHaveLength(12);
  expect(shop.calls.filter((call) => call === "create")).toHaveLength(12);
});

test.each(SHAPES)("a replay is the first response, byte for byte (Shape %s)", async (shape) => {
  const { store, batchId } = await storeWithBatch(2);
  const { post } = await callerWithKey(store.ctx(), { shape });
  const headers = { "Idempotency-Key": "provision-1" };
  const ask = () => post(`/batches/${batchId}/provision`, undefined, { headers });
  const first = await ask();
  await platformWorker.runDue();
  const again = await ask();
  expect(first.body).toMatchObject({ status: "queued", total: 2 });
  expect([again.status, again.text]).toEqual([202, first.text]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("the progress counts cards that are queued by their activation, and older ones only once they are requested", async () => {
  const { store, batchId, ask, read } = await storeWithBatch(5, 3);
  expect(await read()).toMatchObject({ total: 3, provisioned: 0, underWay: 0 });
  await activateBatch(store.ctx(), { batchId });
  await batchWorker.runDue();
  expect(await read()).toMatchObject({ total: 5, provisioned: 0, underWay: 2 });
  await ask();
  expect(await read()).toMatchObject({ total: 5, provisioned: 0, underWay: 5 });
  await platformWorker.runDue();
  expect(await read()).toMatchObject({ status: "completed", provisioned: 5, underWay: 0 });
});

test("cards in a currency other than the shop's aren't expected there", async () => {
  const { connection, shop, ask, read } = await storeWithBatch(3);
  await pg()`update platform_connections set currency = 'EUR' where id = ${connection.id}`;
  expect(await ask()).toMatchObject({ status: "completed", total: 0, failed: 0 });
  await platformWorker.runDue();
  expect(await read()).toMatchObject({ status: "completed", total: 0, failed: 0, underWay: 0 });
  expect(shop.calls).toEqual([]);
});

test("failed cards are reported, and tried once more when the request is repeated", async () => {
  const { shop, ask, read } = await storeWithBatch(3);
  const { create } = shop;
  shop.create = async () => {
    throw Object.assign(new Error(), { name: "PlatformError", kind: "refused", reason: "No." });
  };
  await ask();
  await platformWorker.runDue();
  expect(await read()).toMatchObject({ status: "failed", total: 3, provisioned: 0, failed: 3 });
  shop.create = create;
  await ask();
  await platformWorker.runDue();
  expect(await read()).toMatchObject({ status: "completed", provisioned: 3, failed: 0 });
});

test("a process that dies in the middle takes nothing with it: the next goes on where it was", async () => {
  const { store, batchId, connection, ask, read } = await storeWithBatch(1_200);
  await ask();
  const queued = async () =>
    (
      await pg()`select count(*)::int as n, count(distinct
      payload->>'cardId')::int as cards from outbox where merchant_id = ${store.id}
      and kind = 'platform_card' and payload ? 'cardId'`
    )[0];
  const slice = async (killed: boolean) => {
    const [job] = await claimDue(1, new Map());
    if (!job) throw new Error("no slice is due");
    const { after } = job.payload as { after?: string };
    const lease = killed ? "2020-01-01" : job.lease;
    return await provisionSlice(connection, { ...job, lease }, { batchId, after });
  };
  const next = () => pg()`update outbox set leased_until = null,
    next_attempt_at = case when payload ? 'batchId' then clock.at else clock.later end
    from (select now() as at, now() + interval '1 hour' as later offset 0) clock`;

  expect(await slice(false)).toBe(false);
  await next();
  await expect(slice(true)).rejects.toThrow("another process");
  expect(await queued()).toEqual({ n: 500, cards: 500 });
  for (const through of [false, true]) {
    await next();
    expect(await slice(false)).toBe(through);
  }
  expect(await queued()).toEqual({ n: 1_200, cards: 1_200 });
  expect(await read()).toMatchObject({ status: "queued", total: 1_200 });
});

test("a debit does not wait for a slice, and one in the middle of it is on the platform too", async () => {
  const { store, batchId, shop, ask } = await storeWithBatch(5);
  const [cardId = ""] = await cardIdsOf(batchId);
  const slices = await holdSlices("insert", "platform_cards");
  await ask();
  const syncing = platformWorker.runDue();
  await slices.held();

  await spend(store.ctx(), { cardId, amountCents: 120 });

  expect(await slices.waiting()).toEqual(["advisory"]);
  await slices.go();
  await syncing;
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 380 });
  expect(shop.cards).toHaveLength(5);
});

test("a debit that started before its card was queued for the shop, and so queued nothing, is synced too", async () => {
  const { shop, batchId, ask } = await storeWithBatch(1);
  const [cardId = ""] = await cardIdsOf(batchId);
  const till = ownConnection();
  await till`begin`;
  await till`update cards set balance_cents = 380, sequence = sequence + 1 where id = ${cardId}`;
  await ask();
  const syncing = platformWorker.runDue();
  await waitForLocks();
  expect(shop.calls).toEqual([]);
  await till`commit`;
  await syncing;
  expect(shop.of(cardId)).toMatchObject({ balanceCents: 380 });
});

test("is refused without a platform, and for a batch that is not there", async () => {
  const [plain, other] = [await createStore(), await createStore()];
  const batchId = await startBatch(plain, { quantity: 1 });
  expect(await outcome(provision(plain.ctx(), { batchId }))).toBe("platform_not_connected");
  expect(await outcome(provision(other.ctx(), { batchId }))).toBe("not_found");
});
