import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { batchWorker, processSlice } from "@/lib/domain/batches/work";
import { deadlocks } from "@/lib/testing/deadlocks";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { raceToWrite } from "@/lib/testing/locks";
import { createStore } from "@/lib/testing/store";
import { startImport } from "./start";

type Store = Awaited<ReturnType<typeof createStore>>;

/** Queues the import of a file with these rows: code, balance and email. */
async function queueImport({ ctx }: Store, rows: string[]): Promise<void> {
  const csv = ["code,balance,email", ...rows].join("\n");
  const kind = { name: "Old cards", cardType: "physical", currency: "USD" } as const;
  await startImport(ctx(), { ...kind, csv, cards: rows.length });
}

/** Processes the first slice of all queued imports at the same time. Returns how many deadlocks there were. */
async function importTogether(table: string): Promise<number> {
  const before = await deadlocks();
  const runs = await pg()<{ merchantId: string; id: string }[]>`
    select merchant_id as "merchantId", id from batch_runs where finished_at is null`;
  await raceToWrite(table, () => Promise.all(runs.map(processSlice)));
  await batchWorker.runDue();
  return (await deadlocks()) - before;
}

const numbers = Array.from({ length: 90 }, (_, n) => n);

test.each([
  ["sold", () => 5],
  ["unsold", () => 0],
  ["sold and unsold", (n: number) => n % 2],
])(
  "two stores that import %s cards of the same new customers at once never deadlock",
  async (name, balanceOf) => {
    const stores = await Promise.all([createStore(), createStore()]);
    const row = (n: number) => `GYM-${1_000 + n},${balanceOf(n)},${name.length}-${n}@example.com`;
    const rows = numbers.map(row);
    for (const [place, store] of stores.entries())
      await queueImport(store, place === 0 ? rows : rows.toReversed());
    expect(await importTogether("consumers")).toBe(0);
    const [{ cards, owned } = {}] =
      await pg()`select count(*)::int as cards, count(owner_id)::int as owned
    from cards where merchant_id = any(${stores.map(({ id }) => id)}::uuid[])`;
    expect([cards, owned]).toEqual([180, 180]);
    await expectNoProblems();
  },
);

test("two imports of the same codes at one store, in opposite orders, create each card once and never deadlock", async () => {
  const store = await createStore();
  const rows = numbers.map((n) => `SPA-${1_000 + n},3,${n % 9}@spa.example.com`);
  await queueImport(store, rows);
  await queueImport(store, rows.toReversed());
  expect(await importTogether("cards")).toBe(0);
  const [{ cards } = {}] = await pg()`
    select count(*)::int as cards from cards where merchant_id = ${store.id}`;
  expect(cards).toBe(90);
  await expectNoProblems();
});
