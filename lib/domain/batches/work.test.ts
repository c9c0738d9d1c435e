import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { activateByHand } from "@/lib/domain/cards/activate-by-hand";
import { create } from "@/lib/domain/cards/create";
import { voidCard } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { cardIdsOf, holdSlices, makeFinishedBatch, read, startBatch } from "@/lib/testing/batches";
import { asOwner } from "@/lib/testing/database";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { outcome } from "@/lib/testing/ledger-fixtures";
import { raceToWrite } from "@/lib/testing/locks";
import { createStore } from "@/lib/testing/store";
import { activateBatch, voidBatch } from "./unsold";
import { batchWorker, processSlice } from "./work";

test("processes that work on the same batches create each card once", async () => {
  const stores = await Promise.all([createStore(), createStore()]);
  const ids = await Promise.all(
    stores.flatMap((store) => [
      startBatch(store, { quantity: 777 }),
      startBatch(store, { quantity: 1 }),
    ]),
  );
  const runs = await pg()<{ merchantId: string; id: string }[]>`
    select merchant_id as "merchantId", id from batch_runs where finished_at is null`;

  await Promise.all(Array.from({ length: 4 }, () => runs.map(processSlice)).flat());
  await batchWorker.runDue();

  const counts = await Promise.all(ids.map(async (id) => (await cardIdsOf(id)).length));
  expect(counts).toEqual([777, 1, 777, 1]);
  await expectNoProblems();
});

test("a debit never waits for a slice, whatever the slice does", async () => {
  const store = await createStore();
  const { ctx } = store;
  const worked = await makeFinishedBatch(store, { quantity: 300, amountCents: 500 });
  const [sold = ""] = await cardIdsOf(worked);
  await activateByHand(ctx(), { cardId: sold, amountCents: 1_000, anyAmount: true });

  const beginnings = [
    () => startBatch(store, { quantity: 400 }),
    () => activateBatch(ctx(), { batchId: worked, from: 2, to: 150 }),
    () => voidBatch(ctx(), { batchId: worked, from: 151 }),
  ];
  for (const beginning of beginnings) {
    await beginning();
    const slices = await holdSlices();
    const working = batchWorker.runDue();
    await slices.held();

    const spent = await spend(ctx(), { cardId: sold, amountCents: 100 });
    expect(spent.card.status).toBe("active");
    expect(await slices.waiting()).toEqual(["advisory"]);

    await slices.go();
    await working;
    await batchWorker.runDue();
  }
  await expectNoProblems();
});

test("a batch that is activated twice at once is activated once, each card with its events", async () => {
  const store = await createStore();
  const { ctx } = store;
  await createWebhook(ctx(), { url: "https://example.com/hook", events: ["card.activated"] });
  const id = await makeFinishedBatch(store, { quantity: 260, amountCents: 2_500 });

  const activation = () => activateBatch(ctx(), { batchId: id });
  const asked = await raceToWrite("batch_runs", () =>
    Promise.allSettled([activation(), activation()]),
  );
  await Promise.all([batchWorker.runDue(), batchWorker.runDue()]);
  await batchWorker.runDue();

  const refusals = asked.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refusals).toEqual(["batch_busy"]);
  expect((await read(store, id)).cards).toEqual({ inactive: 0, active: 260, disabled: 0 });
  const [row] = await pg()`select
    (select count(*)::int from transactions t join cards c on c.id = t.card_id
      where c.batch_id = ${id} and t.amount_cents = 2500) as moved,
    (select count(*)::int from events e join cards c on c.id = e.card_id
      where c.batch_id = ${id}) as events,
    (select count(*)::int from webhook_deliveries where merchant_id = ${store.id}) as deliveries`;
  expect(row).toEqual({ moved: 260, events: 520, deliveries: 260 });

  // A second activation finds nothing to do.
  await activateBatch(ctx(), { batchId: id });
  await batchWorker.runDue();
  expect((await read(store, id)).batch.lastRun).toMatchObject({ done: 0, skipped: 260 });
  await expectNoProblems();
});

test("a range is activated by place, at the amount asked for or the batch's own, leaving what was sold or voided", async () => {
  const store = await createStore();
  const { ctx } = store;
  const id = await makeFinishedBatch(store, { quantity: 10, amountCents: 700 });
  const ids = await cardIdsOf(id);
  await activateByHand(ctx(), { cardId: ids[2], amountCents: 5, anyAmount: true });
  await voidCard(ctx(), { cardId: ids[3] });

  await activateBatch(ctx(), { batchId: id, from: 2, to: 5, note: "Shelf 4" });
  await batchWorker.runDue();
  const balances = async () =>
    (
      await pg()`select balance_cents::int as cents from cards where batch_id = ${id} order by id`
    ).map(({ cents }) => cents);
  expect(await balances()).toEqual([0, 700, 5, 0, 700, 0, 0, 0, 0, 0]);
  expect((await read(store, id)).batch.lastRun).toMatchObject({ done: 2, skipped: 2, total: 4 });

  await activateBatch(ctx(), { batchId: id, from: 10, amountCents: 90, anyAmount: true });
  await batchWorker.runDue();
  expect((await balances()).slice(5)).toEqual([0, 0, 0, 0, 90]);
});

test("voiding disables only unsold stock, permanently, with its event", async () => {
  const store = await createStore();
  const { ctx } = store;
  const id = await makeFinishedBatch(store, { quantity: 210 });
  const [first = ""] = await cardIdsOf(id);
  await activate(ctx(), { cardId: first, amountCents: 300 });

  await voidBatch(ctx(), { batchId: id });
  await batchWorker.runDue();

  expect((await read(store, id)).cards).toEqual({ inactive: 0, active: 1, disabled: 209 });
  const [told] = await pg()`select count(*)::int as events from events e join cards c
    on c.id = e.card_id where c.batch_id = ${id} and event = 'card.disabled' and e.sequence = 1`;
  expect(told?.events).toBe(209);
  await expectNoProblems();
});

test("a batch that doesn't exist, is another store's, has no amount or is busy is refused", async () => {
  const [store, other] = await Promise.all([createStore(), createStore()]);
  const batchId = await startBatch(store, { quantity: 3 });
  expect(await outcome(activateBatch(store.ctx(), { batchId }))).toBe("batch_busy");
  await batchWorker.runDue();
  expect(await outcome(activateBatch(other.ctx(), { batchId }))).toBe("not_found");
  expect(await outcome(voidBatch(other.ctx(), { batchId }))).toBe("not_found");
  expect(await outcome(activateBatch(store.ctx(), { batchId }))).toBe("invalid_request");
});

test("a slice that fails is retried, and delays no other batch", async () => {
  const [store, other] = await Promise.all([createStore(), createStore()]);
  const broken = await startBatch(store, { quantity: 5 });
  const change = `add constraint broken check (batch_id <> '${broken}') not valid`;
  await asOwner((sql) => sql.unsafe(`alter table cards ${change}`));
  const id = await startBatch(other, { quantity: 5 });

  expect(await batchWorker.runDue()).toEqual({ slices: 1, failed: 1 });
  expect(await cardIdsOf(id)).toHaveLength(5);

  await asOwner((sql) => sql`alter table cards drop constraint broken`);
  await pg()`update batch_runs set worked_at = now() where finished_at is null`;
  expect(await batchWorker.runDue()).toEqual({ slices: 1, failed: 0 });
  expect(await cardIdsOf(broken)).toHaveLength(5);
});

test("cards of a batch are like any other card, and its store's alone", async () => {
  const store = await createStore();
  const id = await makeFinishedBatch(store, { quantity: 1, currency: "EUR", cardType: "digital" });
  const [card] = await pg()`select * from cards where batch_id = ${id}`;
  const { card: other } = await create(store.ctx(), { currency: "EUR", cardType: "digital" });
  const [single] = await pg()`select * from cards where id = ${other.id}`;
  for (const name of ["status", "currency", "card_type", "balance_cents", "merchant_id"]) {
    expect(card?.[name]).toEqual(single?.[name]);
  }
});
