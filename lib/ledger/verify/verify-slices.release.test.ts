import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { closeDays } from "@/lib/domain/reports/close-days";
import { asOwner, useDatabasePerTest } from "@/lib/testing/database";
import { atOnce, makeCard } from "@/lib/testing/ledger-fixtures";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { createStore } from "@/lib/testing/store";
import { verify } from "./verify";
import { verifySlices } from "./verify-slices";

useDatabasePerTest();

const DAY_MS = 86_400_000;

/** Creates a store with movements on several closed days and one movement today. */
async function storeWithClosedDays() {
  const { id, ctx } = await createStore({ timeZone: "America/New_York" });
  const cardId = await bareCard({ merchantId: id });
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS);
  const write = (daysAgo: number, type: string, amountCents: number) =>
    writeMovement({ merchantId: id, cardId, at: at(daysAgo), type, amountCents });
  await write(40, "load", 10_000);
  for (const daysAgo of [30, 20, 9, 3]) await write(daysAgo, "spend", 500);
  await closeDays();
  await spend(ctx(), { cardId, amountCents: 250 });
  return { id, ctx, cardId };
}

const stateOf = async (id: string) => {
  const [row] = await pg()`select * from ledger_checks where merchant_id = ${id}`;
  return row;
};

/** Changes protected rows by disabling triggers, as a broken disk or a manual edit could. */
const corrupt = (statement: string) =>
  asOwner((sql) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(statement);
    }),
  );

test("books that balance are found so, with how many cards and transactions were looked at", async () => {
  const { id, ctx } = await storeWithClosedDays();
  const { id: cardId } = await makeCard(ctx, { currency: "JPY", amountCents: 700 });
  await disable(ctx(), { cardId });

  await verifySlices();

  expect(await stateOf(id)).toMatchObject({
    finished_cards: "2",
    finished_transactions: "7",
    finished_problems: [],
    phase: "cards",
    cursor: null,
  });
  expect(await verify()).toMatchObject({ ok: true });
});

test.each([
  [
    "a balance",
    "update cards set balance_cents = balance_cents + 1 where id = '$card'",
    ["a card's balance is the sum of its transactions", "card balances match the totals"],
  ],
  [
    "an amount",
    "update transactions set amount_cents = 501 where card_id = '$card' and sequence = 3",
    ["a card's balance is", "a transaction follows", "past days have correct totals"],
  ],
  [
    "a transaction taken out",
    "delete from transactions where card_id = '$card' and sequence = 2",
    ["a card's balance is", "sequence has no gap", "past days have correct totals"],
  ],
  [
    "a day's total",
    "update daily_totals set amount_cents = amount_cents + 5 where merchant_id = '$store' and type = 'load'",
    ["past days have correct totals", "card balances match the totals"],
  ],
  [
    "a day that was never rolled up",
    "delete from daily_totals where merchant_id = '$store' and type = 'load'",
    ["past days have correct totals", "card balances match the totals"],
  ],
  [
    "a counter",
    "insert into card_counts (merchant_id, status, card_type, slot, count) values ('$store', 'active', 'physical', 9, 1)",
    ["card counts match"],
  ],
  [
    "an amount that is held",
    "update cards set held_cents = 1 where id = '$card'",
    ["a card's held balance is the sum of its holds"],
  ],
  [
    "an event",
    "delete from events where card_id = '$card' and sequence = 6",
    ["every transaction has its events"],
  ],
] as const)(
  "%s that is wrong is found by a pass over slices, as by the whole check",
  async (_what, statement, checks) => {
    const seeded = await storeWithClosedDays();
    const untouched = await storeWithClosedDays();
    await corrupt(statement.replace("$card", seeded.cardId).replace("$store", seeded.id));

    const checked = await verifySlices();

    const { finished_problems: found } = (await stateOf(seeded.id)) ?? {};
    for (const check of checks) {
      expect(found.map((problem: { check: string }) => problem.check).join()).toContain(check);
    }
    expect(checked.problems).toBeGreaterThan(0);
    expect((await stateOf(untouched.id))?.finished_problems).toEqual([]);
    const whole = (await verify()).problems.filter(({ merchantId }) => merchantId === seeded.id);
    expect(new Set(whole.map(({ check }) => check))).toEqual(
      new Set(found.map((problem: { check: string }) => problem.check)),
    );
  },
);

test("a store of more cards than a slice holds is gone through to the last, and again in the next pass", async () => {
  const { id } = await createStore();
  await pg()`insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency,
      status, card_type)
    select ${id}, gen_random_uuid(), gen_random_uuid()::text::bytea, '', 'AAAA', 'EUR', 'inactive',
      'digital' from generate_series(1, 1203)`;
  await verifySlices();
  expect(await stateOf(id)).toMatchObject({ finished_cards: "1203", finished_problems: [] });
  const last = await bareCard({ merchantId: id });
  await corrupt(`update cards set balance_cents = 5 where id = '${last}'`);
  await verifySlices();
  const { finished_cards, finished_problems } = (await stateOf(id)) ?? {};
  expect(finished_cards).toBe("1204");
  expect(finished_problems).toContainEqual(expect.objectContaining({ subject: last }));
});

test("runs that overlap each other and a till's debits find nothing wrong and hold nobody up", async () => {
  const { id, ctx, cardId } = await storeWithClosedDays();
  const debits = atOnce(40, () => spend(ctx(), { cardId, amountCents: 1 }));
  await Promise.all([verifySlices(), verifySlices(), debits]);
  await verifySlices();
  expect(await stateOf(id)).toMatchObject({
    finished_cards: "1",
    finished_transactions: "46",
    finished_problems: [],
  });
});

test("a store whose check fails waits its turn like the others", async () => {
  const { id } = await createStore();
  // A cursor that is not a card's id makes every slice throw.
  await pg()`insert into ledger_checks (merchant_id, worked_at, cursor)
    values (${id}, '2020-01-01', 'broken')`;
  await verifySlices([id]);
  expect(
    await pg()`select cursor, worked_at > now() - interval '1 minute' as recent
      from ledger_checks where merchant_id = ${id}`,
  ).toEqual([{ cursor: "broken", recent: true }]);
});
