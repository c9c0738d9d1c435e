import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { verify } from "@/lib/ledger/verify/verify";
import { configure } from "@/lib/testing/configure";
import { planCards } from "./plan";
import { seedDemo } from "./seed";

const folder = mkdtempSync(join(tmpdir(), "scrip-demo-"));

beforeAll(async () => {
  configure({ SCRIP_DATA_DIR: folder });
  expect(await seedDemo()).toMatchObject({ email: "demo@example.com" });
});

afterAll(() => {
  configure({ SCRIP_DATA_DIR: undefined });
  rmSync(folder, { recursive: true });
});

/** What a query counts, by name. */
const counts = async (...query: [TemplateStringsArray]) =>
  Object.fromEntries(
    (await pg()<{ name: string; count: string }[]>(...query)).map(({ name, count }) => [
      name,
      Number(count),
    ]),
  );

const sum = (of: Record<string, number>) => Object.values(of).reduce((all, one) => all + one, 0);

test("the demo store's books balance, on every day of its history", async () => {
  expect(await verify()).toMatchObject({ ok: true, problems: [] });
  const [days] = await pg()`select count(distinct day)::int as closed from daily_totals`;
  expect(days?.closed).toBeGreaterThan(390);
});

test("the demo store has 14 months of sales, with a peak in December", async () => {
  const rows = await pg()<{ month: string; sales: number }[]>`
    select to_char(t.created_at, 'YYYY-MM') as month, count(*)::int as sales
    from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
      left join batches b on b.merchant_id = c.merchant_id and b.id = c.batch_id
    where t.type = 'load' and b.source is distinct from 'import' group by 1 order by 2 desc`;
  expect(rows.length).toBeGreaterThanOrEqual(14);
  expect(rows[0]?.month).toMatch(/-12$/);
  const otherMonth = rows.find(({ month }) => !month.endsWith("-12"));
  expect(rows[0]?.sales).toBeGreaterThan(1.7 * (otherMonth?.sales ?? 0));
  const movements = sum(await counts`select type as name, count(*) from transactions group by 1`);
  expect(movements).toBeGreaterThan(2_300);
  const cards = await counts`select status as name, count(*) from cards group by 1`;
  expect(sum(cards)).toBeGreaterThan(780);
  expect(Object.keys(cards).sort()).toEqual(["active", "disabled", "inactive"]);
});

test("nothing in the demo store happened before the store existed or after today", async () => {
  const times = await pg()`
    select min(t.created_at) > min(s.created_at) as "afterOpening", max(t.created_at) <= now() as past,
      bool_and(t.created_at >= c.created_at) as "afterCard",
      bool_and(c.expires_on is null or t.created_at::date <= c.expires_on or t.type <> 'spend') as valid
    from transactions t join merchants s on s.id = t.merchant_id
      join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id`;
  expect(times).toEqual([{ afterOpening: true, past: true, afterCard: true, valid: true }]);
  const disordered = await pg()`select from transactions a join transactions b
    on b.card_id = a.card_id and b.sequence > a.sequence and b.created_at < a.created_at`;
  expect(disordered).toHaveLength(0);
});

test("the demo store shows every state: gifts, webhooks, batches, people, holds and expired balances", async () => {
  expect(await counts`select status as name, count(*) from gifts group by 1`).toEqual({
    pending: 2,
    accepted: 1,
    declined: 1,
    cancelled: 1,
    expired: 1,
  });
  expect(
    await counts`select d.status || ' ' || w.active as name, count(*) > 0 as count
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id group by 1`,
  ).toEqual({ "delivered true": 1, "pending true": 1, "held false": 1 });
  expect(await counts`select source as name, count(*) from batches group by 1`).toEqual({
    created: 3,
    import: 1,
  });
  expect(
    await counts`select role as name, count(distinct user_id) from memberships group by 1`,
  ).toEqual({ owner: 1, manager: 2, viewer: 1 });
  const [row] = await pg()`select
    (select count(*)::int from customers c join merchants s on s.id = c.merchant_id
      where s.name = 'Juniper Street Books') as customers,
    (select count(name)::int from customers) as named,
    (select count(*)::int from invitations) as invitations,
    (select count(*)::int from cards where held_cents > 0) as held,
    (select count(*)::int from cards where expires_on < now() and balance_cents > 0) > 10 as due,
    (select count(*)::int from outbox) as mails`;
  expect(row).toEqual({ customers: 60, named: 50, invitations: 1, held: 1, due: true, mails: 0 });
});

test("Ada's wallet has cards of two stores in two currencies, store credit of every kind and gifts of every state", async () => {
  const [ada] = await pg()`select c.id from consumers c where c.email = 'ada@example.com'`;
  const [cards] = await pg()`select count(distinct merchant_id)::int as stores,
      array_agg(distinct currency::text order by currency::text) as currencies,
      bool_or(status = 'active' and frozen_reason is not null) as frozen,
      bool_or(held_cents > 0) as held, bool_or(expires_on < now()) as expired,
      bool_or(balance_cents = 0) as "usedUp"
    from cards where owner_id = ${ada?.id}`;
  expect(cards).toEqual({
    stores: 2,
    currencies: ["EUR", "USD"],
    frozen: true,
    held: true,
    expired: true,
    usedUp: true,
  });
  expect(
    await counts`select source as name, count(*) from transactions t join cards c on c.id = t.card_id
      where counter_account = 'store_credit' and c.owner_id =
        (select id from consumers where email = 'ada@example.com') group by 1`,
  ).toEqual({ manual: 1, promotion: 1, referral: 1, refund: 1 });
  expect(
    await counts`select status as name, count(*) from gifts
      where sender_id = (select id from consumers where email = 'ada@example.com') group by 1`,
  ).toEqual({ pending: 2, declined: 1, cancelled: 1, expired: 1 });
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
  "the plan is the same each time, and of the same size in any month: %i",
  (month) => {
    const nowMs = Date.UTC(2026, month, 15, 12);
    const plans = planCards(nowMs, 60);
    expect(planCards(nowMs, 60)).toEqual(plans);
    const steps = plans.reduce((all, plan) => all + plan.steps.length, 0);
    expect([plans.length > 580, plans.length < 820]).toEqual([true, true]);
    expect([steps > 1_900, steps < 2_900]).toEqual([true, true]);
    const owners = new Set(plans.flatMap(({ customer }) => customer ?? []));
    expect(owners.size).toBe(60);
  },
);
