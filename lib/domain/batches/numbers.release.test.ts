import { afterEach, expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { setIdClock } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { startImport } from "@/lib/domain/batches/import/start";
import { activateByHand } from "@/lib/domain/cards/activate-by-hand";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { replace } from "@/lib/domain/cards/replace";
import { reverse } from "@/lib/domain/cards/reverse";
import { spend } from "@/lib/domain/cards/spend";
import { closeDays, closeDaysOf } from "@/lib/domain/reports/close-days";
import { updateStore } from "@/lib/domain/stores/settings";
import { verify } from "@/lib/ledger/verify/verify";
import type { Problem } from "@/lib/ledger/verify/verify-cards";
import { verifySlices } from "@/lib/ledger/verify/verify-slices";
import { cardIdsOf, makeFinishedBatch } from "@/lib/testing/batches";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { createStore } from "@/lib/testing/store";
import { readBatchNumbers } from "./numbers";
import { activateBatch, voidBatch } from "./unsold";
import { batchWorker } from "./work";

const DAY_MS = 86_400_000;
afterEach(() => setIdClock(null));

/** Runs `work` as if it was so many days ago. */
async function daysAgo<T>(days: number, work: () => Promise<T>): Promise<T> {
  let at = Date.now() - days * DAY_MS;
  setIdClock(() => ++at);
  try {
    return await work();
  } finally {
    setIdClock(null);
  }
}

/** Sells and voids cards of a batch of 10, and uses the sold ones in every way. */
async function useBatch(ctx: () => Ctx, batchId: string) {
  const ids = await cardIdsOf(batchId);
  const card = (place: number) => ids[place - 1] ?? "";
  await activateBatch(ctx(), { batchId, to: 6 });
  await batchWorker.runDue();
  await voidBatch(ctx(), { batchId, from: 7, to: 8 });
  await batchWorker.runDue();

  const { transaction } = await spend(ctx(), { cardId: card(1), amountCents: 300 });
  await credit(ctx(), {
    cardId: card(1),
    amountCents: 100,
    originalTransactionId: transaction.id,
  });
  const redeemed = await spend(ctx(), { cardId: card(2), amountCents: 200 });
  await reverse(ctx(), { transactionId: redeemed.transaction.id });
  const [sale] = await pg()`select id from transactions where card_id = ${card(3)}`;
  await reverse(ctx(), { transactionId: sale?.id });
  await replace(ctx(), { cardId: card(4) });
  await disable(ctx(), { cardId: card(5), balance: "write_off" });
  // A card that is replaced empty, and topped up then, was sold once.
  await activateByHand(ctx(), { cardId: card(9), amountCents: 500, anyAmount: true });
  await spend(ctx(), { cardId: card(9), amountCents: 500 });
  const { card: successor } = await replace(ctx(), { cardId: card(9) });
  await credit(ctx(), { cardId: successor.id, amountCents: 700 });
}

const afterUse = {
  soldCards: 7,
  amounts: [
    {
      currency: "USD",
      issuedCents: 6_200n,
      importedCents: 0n,
      redeemedCents: 700n,
      otherCents: -1_000n,
      outstandingCents: 4_500n,
    },
  ],
};

test("a batch's numbers are right after sales, redemptions, refunds, reversals, replacements and voids, before and after their days are closed", async () => {
  const store = await createStore();
  const { ctx } = store;
  const batchId = await daysAgo(3, () =>
    makeFinishedBatch(store, { quantity: 10, amountCents: 1_000 }),
  );
  const numbers = async () => (await readBatchNumbers(ctx(), { batchIds: [batchId] })).numbers;
  expect(await numbers()).toEqual([]);

  await daysAgo(2, () => useBatch(ctx, batchId));
  expect(await numbers()).toEqual([{ batchId, ...afterUse }]);
  await closeDays();
  expect(await pg()`select from batch_totals where batch_id = ${batchId}`).not.toHaveLength(0);
  expect(await numbers()).toEqual([{ batchId, ...afterUse }]);
  await expectNoProblems();

  const [, second = ""] = await cardIdsOf(batchId);
  await spend(ctx(), { cardId: second, amountCents: 400 });
  const [{ amounts: [later] = [] } = { amounts: [] }] = await numbers();
  expect(later).toMatchObject({ redeemedCents: 1_100n, outstandingCents: 4_100n });
  // Closed again in another time zone, all days are summed up again.
  await updateStore(ctx(), { timeZone: "America/Los_Angeles" });
  await closeDaysOf(store.id);
  expect((await numbers())[0]?.amounts[0]).toEqual(later);
  await expectNoProblems();
});

test("the days of a store that were closed before batches had totals are summed up with the next", async () => {
  const store = await createStore();
  const batchId = await daysAgo(3, () =>
    makeFinishedBatch(store, { quantity: 10, amountCents: 1_000 }),
  );
  await daysAgo(2, () => useBatch(store.ctx, batchId));
  await closeDays();
  await pg()`delete from batch_totals where merchant_id = ${store.id}`;
  await pg()`update merchants set batch_totals_until = null where id = ${store.id}`;
  const numbers = async () =>
    (await readBatchNumbers(store.ctx(), { batchIds: [batchId] })).numbers;

  expect(await numbers()).toEqual([{ batchId, ...afterUse }]);
  await closeDays();
  expect(await pg()`select from batch_totals where batch_id = ${batchId}`).not.toHaveLength(0);
  expect(await numbers()).toEqual([{ batchId, ...afterUse }]);
  await expectNoProblems();
});

test("a store with too many movements since its last closed day reads its numbers as of that day", async () => {
  const store = await createStore();
  const batchId = await daysAgo(3, () =>
    makeFinishedBatch(store, { quantity: 3, amountCents: 1_000 }),
  );
  const read = (maxLive: number) => readBatchNumbers(store.ctx(), { batchIds: [batchId], maxLive });
  const activateOne = async (place: number) => {
    await activateBatch(store.ctx(), { batchId, from: place, to: place });
    await batchWorker.runDue();
  };
  await daysAgo(2, () => activateOne(1));
  expect(await read(0)).toEqual({ numbers: [], asOf: null, isCounted: false });
  await closeDaysOf(store.id);
  await activateOne(2);

  const [row] = await pg()`select rolled_up_until as until from merchants where id = ${store.id}`;
  const before = await read(0);
  expect(before).toMatchObject({ isCounted: true, numbers: [{ batchId, soldCards: 1 }] });
  expect(new Date(before.asOf ?? 0)).toEqual(new Date(row?.until));
  expect(await read(1)).toMatchObject({ asOf: null, numbers: [{ batchId, soldCards: 2 }] });
});

test("an import's numbers have each currency, and another store reads none of them", async () => {
  const [store, other] = [await createStore(), await createStore()];
  const csv = "code,balance,currency\nOLD0001,25.00,USD\nOLD0002,1200,JPY\nOLD0003,0,USD";
  const kind = { name: "Old cards", cardType: "physical", currency: "USD" } as const;
  const { batch } = await startImport(store.ctx(), { ...kind, csv, cards: 3 });
  await batchWorker.runDue();
  const [first = ""] = await cardIdsOf(batch.id);
  await spend(store.ctx(), { cardId: first, amountCents: 500 });

  const batchIds = [batch.id];
  const amount = (currency: string, imported: bigint, redeemed: bigint) => ({
    currency,
    issuedCents: 0n,
    importedCents: imported,
    redeemedCents: redeemed,
    otherCents: 0n,
    outstandingCents: imported - redeemed,
  });
  const counted = { asOf: null, isCounted: true };
  expect(await readBatchNumbers(store.ctx(), { batchIds })).toEqual({
    ...counted,
    numbers: [
      {
        batchId: batch.id,
        soldCards: 2,
        amounts: [amount("USD", 2_500n, 500n), amount("JPY", 1_200n, 0n)],
      },
    ],
  });
  expect(await readBatchNumbers(other.ctx(), { batchIds })).toEqual({ ...counted, numbers: [] });
});

test("a batch's total that is wrong is found by the checks of the ledger, at once or in slices", async () => {
  const store = await createStore();
  const batchId = await daysAgo(2, async () => {
    const id = await makeFinishedBatch(store, { quantity: 2, amountCents: 1_000 });
    await activateBatch(store.ctx(), { batchId: id });
    await batchWorker.runDue();
    return id;
  });
  await closeDaysOf(store.id);
  const found = async () => {
    await verifySlices([store.id]);
    const [row] = await pg()`select finished_problems as problems from ledger_checks
      where merchant_id = ${store.id}`;
    return [row?.problems, (await verify()).problems].map((problems) =>
      problems.map(({ check, subject }: Problem) => `${check}: ${subject}`),
    );
  };
  expect(await found()).toEqual([[], []]);

  for (const wrong of ["sold_cards = sold_cards + 1", "amount_cents = amount_cents - 1"]) {
    await pg().unsafe(`update batch_totals set ${wrong} where batch_id = '${batchId}'`);
    const problem = `a batch's cards match its totals: ${batchId} USD`;
    expect(await found()).toEqual([[problem], [problem]]);
    await pg()`update batch_totals set sold_cards = 2, amount_cents = 2000
      where batch_id = ${batchId}`;
  }
});
