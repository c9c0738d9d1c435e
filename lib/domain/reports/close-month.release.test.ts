import type { Sql } from "postgres";
import { expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";
import { at } from "@/lib/demo/timeline";
import { credit } from "@/lib/domain/cards/credit";
import { spend } from "@/lib/domain/cards/spend";
import { sendGift } from "@/lib/domain/gifts/send";
import { updateStore } from "@/lib/domain/stores/settings";
import { verify } from "@/lib/ledger/verify/verify";
import { verifySlices } from "@/lib/ledger/verify/verify-slices";
import { asOwner } from "@/lib/testing/database";
import { makeCard, outcome } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { closeDays } from "./close-days";
import { closeMonth, exportClosing, listClosings } from "./close-month";

/** The 15th of a month, counted back from this one, at noon UTC. */
function middleOf(monthsAgo: number) {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 15, 12));
  return { ms: day.getTime(), month: day.toISOString().slice(0, 7) };
}

const [first, second, third] = [middleOf(3), middleOf(2), middleOf(1)];

/** A store with movements in the three months before this one, all of whose days are totaled. */
async function storeWithMonths() {
  const { id, ctx } = await createStore();
  const card = await at(first.ms, () =>
    makeCard(ctx, { amountCents: 5_000, owner: "ada@example.com" }),
  );
  const cardId = card.id;
  const note = "A birthday card for Grace";
  await at(first.ms + 60_000, () => spend(ctx(), { cardId, amountCents: 700, note }));
  const order = { cardId, senderId: card.ownerId, recipientEmail: "bob@example.com" };
  await at(second.ms, () => sendGift(ctx(), { ...order, amountCents: 1_000 }));
  await at(third.ms, () => credit(ctx(), { cardId, amountCents: 300 }));
  await closeDays();
  const close = (month: string) => closeMonth(ctx(), { month });
  /** The problems of this store, by both ways to verify. */
  const problems = async () => {
    await verifySlices([id]);
    const [checked] = await pg()<{ found: { check: string }[] }[]>`
      select finished_problems as found from ledger_checks where merchant_id = ${id}`;
    const whole = (await verify()).problems.filter(({ merchantId }) => merchantId === id);
    expect(checked?.found.map(({ check }) => check).sort()).toEqual(
      whole.map(({ check }) => check).sort(),
    );
    return whole.map(({ subject, found }) => `${subject} ${found}`);
  };
  return { id, ctx, cardId, close, problems };
}

/** Changes rows as a superuser, whom no trigger and no right stops. */
const tamper = (work: (sql: Sql) => PromiseLike<unknown>) =>
  asOwner(async (sql) => {
    await sql`set session_replication_role = replica`;
    await work(sql);
    await sql`set session_replication_role = origin`;
  });

const idsOf = async (merchantId: string) =>
  (
    await pg()<
      { id: string }[]
    >`select id from transactions where merchant_id = ${merchantId} order by id`
  ).map(({ id }) => id);

async function totalsOf(ctx: () => Ctx, month: string) {
  const rows = [];
  for await (const batch of exportClosing(ctx(), { month })) rows.push(...batch);
  return rows.map(({ totals }) => totals);
}

test("months are closed in order, once, after their last day is totaled", async () => {
  const { ctx, close } = await storeWithMonths();
  expect(await listClosings(ctx())).toEqual({
    closings: [],
    next: { month: first.month, isReady: true },
  });
  expect(await outcome(close(second.month))).toBe("invalid_request");
  const { closing } = await close(first.month);
  expect(closing).toMatchObject({ month: first.month, transactions: 2, previousHash: null });
  expect(await outcome(close(first.month))).toBe("invalid_request");
  expect((await close(second.month)).closing.previousHash).toBe(closing.hash);
  await close(third.month);
  const { closings, next } = await listClosings(ctx());
  expect(closings.map(({ month }) => month)).toEqual([third.month, second.month, first.month]);
  expect(next).toEqual({ month: new Date().toISOString().slice(0, 7), isReady: false });
  expect(await outcome(close(next?.month ?? ""))).toBe("invalid_request");
});

test("a month can be closed only once, by several owners at the same time too", async () => {
  const { close } = await storeWithMonths();
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcome(close(first.month))));
  expect(outcomes.sort()).toEqual([
    "done",
    "invalid_request",
    "invalid_request",
    "invalid_request",
  ]);
});

test("verify finds nothing in closed months, also after a note was redacted and a gift completed", async () => {
  const { id, close, problems } = await storeWithMonths();
  for (const { month } of [first, second, third]) await close(month);
  expect(await problems()).toEqual([]);
  await asOwner(
    (sql) => sql`update transactions set note = '[redacted]' where merchant_id = ${id}
    and note is not null`,
  );
  await asOwner(
    (sql) => sql`update transactions set status = 'completed'
      where merchant_id = ${id} and status = 'pending'`,
  );
  expect((await problems()).filter((one) => one.includes("closed"))).toEqual([]);
});

test.each([
  "reference_id = 'receipt'",
  "note = 'Another note'",
  "actor = 'key:other'",
  "request_id = 'r'",
])("verify names the row of a closed month that was changed by SQL: %s", async (change) => {
  const { id, close, problems } = await storeWithMonths();
  await close(first.month);
  const [, changed = ""] = await idsOf(id);
  await tamper((sql) => sql.unsafe(`update transactions set ${change} where id = '${changed}'`));
  expect(await problems()).toEqual([`${changed} changed since ${first.month} was closed`]);
});

test("verify names rows of a closed month that were removed or added by SQL", async () => {
  const { id, cardId, close, problems } = await storeWithMonths();
  await close(first.month);
  const [, removed = ""] = await idsOf(id);
  const added = removed.replace(/.{12}$/, "000000000001");
  await tamper((sql) => sql`update transactions set id = ${added} where id = ${removed}`);
  const found = await problems();
  expect(found).toContain(`${removed} missing since ${first.month} was closed`);
  expect(found).toContain(`${added} added since ${first.month} was closed`);
  expect(cardId).not.toBe("");
});

test("verify names the closed month whose totals, hashes or month before were changed by SQL", async () => {
  const { id, close, problems } = await storeWithMonths();
  for (const { month } of [first, second, third]) await close(month);
  await tamper(
    (sql) => sql`update month_closings set totals = '[]' where merchant_id = ${id}
    and month = ${first.month}`,
  );
  expect(await problems()).toEqual([`${first.month} changed totals or hashes`]);
  await tamper(
    (sql) => sql`update month_closings c set hash = h.hash
      from (select merchant_id, month, closing_hash(row(k.*)::month_closings) as hash
        from month_closings k offset 0) h
      where c.merchant_id = ${id} and c.month = ${first.month}
        and h.merchant_id = c.merchant_id and h.month = c.month`,
  );
  const rewritten = `${first.month} closed with another hash`;
  expect(await problems()).toEqual([`${second.month} another month before it`, rewritten]);
  await tamper(
    (sql) => sql`update month_closings c set previous_hash = p.hash from month_closings p
      where c.merchant_id = ${id} and c.month = ${second.month}
        and p.merchant_id = ${id} and p.month = ${first.month}`,
  );
  expect(await problems()).toEqual([`${second.month} changed totals or hashes`, rewritten]);
});

test("verify names the last closed month when its closing was removed by SQL", async () => {
  const { id, close, problems } = await storeWithMonths();
  for (const { month } of [first, second]) await close(month);
  await tamper(async (sql) => {
    await sql`delete from month_closings where merchant_id = ${id} and month = ${second.month}`;
    await sql`delete from closed_transactions where merchant_id = ${id} and month = ${second.month}`;
  });
  expect(await problems()).toEqual([`${second.month} no longer closed`]);
});

test("each closed month opens with what the month before closed with, also after the time zone changed", async () => {
  const { ctx } = await createStore();
  await updateStore(ctx(), { timeZone: "Asia/Tokyo" });
  const { id: cardId } = await at(first.ms, () => makeCard(ctx, { amountCents: 5_000 }));
  const [year = 0, number] = first.month.split("-").map(Number);
  // In the next month in Tokyo, in the same month in Los Angeles.
  await at(Date.UTC(year, number ?? 0, 0, 20), () => spend(ctx(), { cardId, amountCents: 700 }));
  await at(second.ms, () => spend(ctx(), { cardId, amountCents: 100 }));
  await closeDays();
  await closeMonth(ctx(), { month: first.month });
  await updateStore(ctx(), { timeZone: "America/Los_Angeles" });
  await closeDays();
  await closeMonth(ctx(), { month: second.month });

  expect(await totalsOf(ctx, first.month)).toMatchObject([{ closingCents: "5000" }]);
  expect(await totalsOf(ctx, second.month)).toMatchObject([
    { openingCents: "5000", changes: { redeemed: "-800" }, closingCents: "4200" },
  ]);
});

test("the app can't change what it closed", async () => {
  const { id, close } = await storeWithMonths();
  await close(first.month);
  await expect(pg()`update month_closings set hash = '' where merchant_id = ${id}`).rejects.toThrow(
    "denied",
  );
  await expect(pg()`delete from closed_transactions where merchant_id = ${id}`).rejects.toThrow(
    "denied",
  );
});

test("a closed month is exported with its hash and the totals of that time, at its own store only", async () => {
  const { ctx, close } = await storeWithMonths();
  const { closing } = await close(first.month);
  const rows = [];
  for await (const batch of exportClosing(ctx(), { month: first.month })) rows.push(...batch);
  expect(rows).toMatchObject([
    { hash: closing.hash, totals: { currency: "USD", openingCents: "0", closingCents: "4300" } },
  ]);
  const other = await createStore();
  const foreign = exportClosing(other.ctx(), { month: first.month }).next();
  expect(await outcome(foreign)).toBe("not_found");
  expect((await listClosings(other.ctx())).closings).toEqual([]);
});
