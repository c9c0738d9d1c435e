import { expect, test } from "vitest";
import { db, pg } from "@/lib/db/client/client";
import { spend } from "@/lib/domain/cards/spend";
import { updateStore } from "@/lib/domain/stores/settings";
import { countTransactions } from "@/lib/domain/transactions/count-transactions";
import type { TransactionFilters } from "@/lib/domain/transactions/transaction-filters";
import { verify } from "@/lib/ledger/verify/verify";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { shortenLockTimeout } from "@/lib/testing/locks";
import { bareCard, completeMovement, writeMovement } from "@/lib/testing/movements";
import { createStore } from "@/lib/testing/store";
import { closeDays, computeDays, publishDailyTotals } from "./close-days";

const HOUR_MS = 3_600_000;

/** Creates a store with one movement per hour over the last ten days, each with an id of its time. */
async function storeWithHistory(timeZone: string) {
  const { id, ctx } = await createStore({ timeZone });
  const card = await makeCard(ctx, { amountCents: 1_000 });
  const sql = pg();
  await sql`
    insert into transactions (merchant_id, id, card_id, sequence, type, status, counter_account,
        amount_cents, currency, balance_after_cents, actor, request_id)
      select ${id}, overlay(first_id_at(now() - hour * interval '1 hour')::text
          placing right(gen_random_uuid()::text, 12) from 25)::uuid,
        ${card.id}, 1 + hour, case when hour % 3 = 0 then 'load' else 'spend' end, 'completed',
        'issuance', 1, 'USD', 1000, 'key:x', 'req'
      from generate_series(1, 240) hour`;
  await sql`update cards set sequence = 241 where id = ${card.id}`;
  return { id, ctx, cardId: card.id };
}

/** Expects that the total of each span is the number of its transactions. */
async function expectExact(id: string, spans: TransactionFilters[]): Promise<void> {
  for (const span of spans) {
    const { type = null, status = null, from, to } = span;
    const [row] = await pg()<[{ n: string }]>`select count(*) as n from transactions
      where merchant_id = ${id} and (${type}::text is null or type = ${type})
      and (${status}::text is null or status = ${status})
      and created_at >= ${from?.toISOString() ?? "-infinity"}
      and created_at < ${to?.toISOString() ?? "infinity"}`;
    expect(await countTransactions(db(), id, span)).toBe(Number(row.n));
  }
}

const expectRolledUp = async () =>
  expect((await verify()).problems.filter((p) => p.check.includes("rolled up"))).toEqual([]);

test.each(["UTC", "Asia/Kolkata", "America/New_York"])(
  "a total is exact for any span before and after its days are closed, in %s",
  async (timeZone) => {
    const { id, ctx, cardId } = await storeWithHistory(timeZone);
    const now = Date.now();
    const at = (hoursAgo: number) => new Date(now - hoursAgo * HOUR_MS + 7);
    const spans: TransactionFilters[] = [
      {},
      { type: "load" },
      { status: "completed" },
      ...[240, 200, 130, 60, 25, 13, 1].flatMap((hours) => [
        { from: at(hours) },
        { to: at(hours) },
        { from: at(hours), to: at(hours / 3), type: "spend" as const },
      ]),
      { from: at(1), to: at(50) },
    ];
    const check = () => expectExact(id, spans);
    await check();
    await closeDays();
    await check();
    await spend(ctx(), { cardId, amountCents: 1 });
    await closeDays();
    await check();
  },
);

test("totals stay exact when the days of a store that changed its time zone are closed again", async () => {
  const { id, ctx, cardId } = await storeWithHistory("Asia/Kolkata");
  const now = Date.now();
  const spans = Array.from({ length: 40 }, (_, n) => new Date(now - n * 6 * HOUR_MS + 7)).flatMap(
    (at) => [{ from: at }, { to: at, type: "load" as const }],
  );
  const check = async () => {
    await expectExact(id, [{}, ...spans]);
    await expectRolledUp();
  };
  const zones = async () => {
    const [row] = await pg()`select time_zone as zone, closed_zone as closed from merchants
      where id = ${id}`;
    return row;
  };
  await closeDays();
  for (const timeZone of ["America/Los_Angeles", "Pacific/Auckland"]) {
    const { closed } = (await zones()) ?? {};
    await updateStore(ctx(), { timeZone });
    expect(await zones()).toEqual({ zone: timeZone, closed });
    await check();
    await spend(ctx(), { cardId, amountCents: 1 });
    await Promise.all([closeDays(), closeDays()]);
    expect(await zones()).toEqual({ zone: timeZone, closed: timeZone });
    await check();
  }
});

test("while a moved store's days are computed money moves and is settled at once, and every total comes out exact", async () => {
  const { id, ctx, cardId } = await storeWithHistory("Asia/Kolkata");
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS);
  const other = await bareCard({ merchantId: id });
  const write = (type: string, status: "completed" | "pending", days: number) =>
    writeMovement({
      merchantId: id,
      cardId: other,
      at: daysAgo(days),
      type,
      status,
      amountCents: type === "load" ? 900 : 100,
      counterAccount: "escrow",
    });
  await write("load", "completed", 9);
  const [kept, meanwhile] = [
    await write("gift_sent", "pending", 8),
    await write("gift_sent", "pending", 3),
  ];
  await closeDays();
  await updateStore(ctx(), { timeZone: "America/Los_Angeles" });

  await db().transaction(async (tx) => {
    const computed = await computeDays(tx, id);
    expect(computed).not.toBeNull();
    // These use other connections, which would fail after waiting two seconds for a lock.
    await spend(ctx(), { cardId, amountCents: 1 });
    await completeMovement(meanwhile);
    if (computed) expect(await publishDailyTotals(tx, computed)).toBe(true);
  });

  await completeMovement(kept);
  await expectExact(id, [{}, { status: "pending" }, { type: "gift_sent" }]);
  await expectRolledUp();
});

test("days that were computed before the store moved are not put in force, and the next run closes them", async () => {
  const { id, ctx } = await storeWithHistory("Asia/Kolkata");
  await db().transaction(async (tx) => {
    const computed = await computeDays(tx, id);
    await updateStore(ctx(), { timeZone: "America/Los_Angeles" });
    expect(computed && (await publishDailyTotals(tx, computed))).toBe(false);
  });
  expect(await pg()`select from daily_totals where merchant_id = ${id}`).toHaveLength(0);
  await closeDays();
  await expectExact(id, [{}]);
  await expectRolledUp();
});

test.each([
  ["a midnight that comes twice", "Atlantic/Azores", "2025-10-26T00:00:00Z"],
  ["a day of 25 hours", "America/New_York", "2025-11-02T04:00:00Z"],
  ["a day of 23 hours", "America/New_York", "2025-03-09T05:00:00Z"],
])("a total is exact around %s", async (_what, timeZone, near) => {
  const { id, ctx } = await createStore({ timeZone });
  const card = await makeCard(ctx);
  await pg()`
    insert into transactions (merchant_id, id, card_id, sequence, type, status, counter_account,
        amount_cents, currency, balance_after_cents, actor, request_id)
      select ${id}, overlay(first_id_at(${near}::timestamptz + n * interval '15 minutes')::text
          placing right(gen_random_uuid()::text, 12) from 25)::uuid,
        ${card.id}, n + 200, 'load', 'completed', 'issuance', 1, 'USD', 1, 'key:x', 'req'
      from generate_series(-150, 150) n`;
  const at = (quarter: number) => new Date(Date.parse(near) + quarter * 15 * 60_000);
  const spans = Array.from({ length: 30 }, (_, n) => n * 4 - 60).flatMap((quarter) => [
    { from: at(quarter) },
    { to: at(quarter) },
    { from: at(quarter), to: at(quarter + 37) },
  ]);
  for (const closed of [false, true]) {
    if (closed) await closeDays();
    await expectExact(id, spans);
  }
  await expectRolledUp();
});

test("a store whose days can't be closed doesn't keep other stores' days open", async () => {
  await shortenLockTimeout();
  const [first, second] = [await storeWithHistory("UTC"), await storeWithHistory("UTC")];
  await pg().begin(async (sql) => {
    await sql`select from merchants where id = ${first.id} for update`;
    await closeDays();
  });
  const closed = await pg()<{ id: string; closed: boolean }[]>`
    select id, rolled_up_until is not null as closed from merchants
    where id in (${first.id}, ${second.id})`;
  expect(new Map(closed.map((row) => [row.id, row.closed]))).toEqual(
    new Map([
      [first.id, false],
      [second.id, true],
    ]),
  );
});
