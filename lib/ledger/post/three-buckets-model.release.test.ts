import fc from "fast-check";
import { expect, test } from "vitest";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { transfer } from "@/lib/domain/transfers/transfer";
import { agreedStoresIn, BUCKETS, useBuckets } from "@/lib/testing/buckets";
import { deadlocks } from "@/lib/testing/deadlocks";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { outcome } from "@/lib/testing/ledger-fixtures";
import { liftPersonalQuotas } from "@/lib/testing/mail-quotas";
import { SEED, scaled } from "@/lib/testing/random";
import {
  balancesOf,
  expectAsModel,
  operationsOn,
  START_BALANCE_CENTS,
  startingCard,
} from "@/lib/testing/stores-model";

useBuckets(BUCKETS);
liftPersonalQuotas();

const SEQUENCES = scaled(6);
const [FIRST, SECOND, THIRD] = BUCKETS;

test(`${SEQUENCES} random sequences of gifts, transfers and debits leave the stores of three buckets as a model has them`, async () => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  await fc.assert(
    fc.asyncProperty(operationsOn(5), async (list) => {
      const [a, b, c, d] = await agreedStoresIn([FIRST, SECOND, SECOND, THIRD]);
      if (!a || !b || !c || !d) throw new Error("a store is missing");
      await expectAsModel([a, b, b, c, d], list);
    }),
    { seed: SEED, numRuns: SEQUENCES },
  );
  await expectNoProblems();
});

const TRANSFERS = scaled(20);
const AT_ONCE = 6;

test(`${TRANSFERS} transfers among cards in three buckets, ${AT_ONCE} at a time in all directions, move each amount once and never deadlock`, async () => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  const stores = await agreedStoresIn([FIRST, SECOND, SECOND, THIRD]);
  const cards = await Promise.all([...stores, ...stores].map(startingCard));
  const index = fc.nat(cards.length - 1);
  const order = fc.record({ from: index, to: index, cents: fc.integer({ min: 1, max: 40 }) });
  const waiting = fc.sample(order, { seed: SEED, numRuns: TRANSFERS });
  const balances = cards.map(() => START_BALANCE_CENTS);
  const counts: Record<string, number> = {};

  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { from, to, cents: amountCents } = next;
      const [source, target] = [cards[from], cards[to]];
      if (!source || !target || source.storeId === target.storeId) continue;
      const sent = inBucketOf(source.storeId, () =>
        transfer(source.ctx(), { fromCardId: source.id, toCode: target.code, amountCents }),
      );
      const result = await outcome(sent);
      counts[result] = (counts[result] ?? 0) + 1;
      if (result !== "done") continue;
      balances[from] = (balances[from] ?? 0) - amountCents;
      balances[to] = (balances[to] ?? 0) + amountCents;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  expect(counts.done).toBeGreaterThan(TRANSFERS / 3);
  expect(
    Object.keys(counts).filter((name) => !["done", "insufficient_balance"].includes(name)),
  ).toEqual([]);
  const found = await balancesOf(stores);
  expect(cards.map(({ id }) => found.get(id))).toEqual(balances);
  await expectNoProblems();
  expect(await deadlocks()).toBe(0);
});
