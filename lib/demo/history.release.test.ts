import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST } from "@/app/api/dev/webhook-receiver/route";
import { pg } from "@/lib/db/client/client";
import { operatorContext } from "@/lib/domain/people/operator";
import { closeDays } from "@/lib/domain/reports/close-days";
import { listCashiers } from "@/lib/domain/till/cashiers";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { verify } from "@/lib/ledger/verify/verify";
import { configure } from "@/lib/testing/configure";
import { runDemo } from "./live";
import { DAY_MS, dayOf, planCards } from "./plan";
import { seedDemo } from "./seed";

const folder = mkdtempSync(join(tmpdir(), "scrip-demo-"));
const route = { params: Promise.resolve({}) };
const receiver = createServer(async (request, response) =>
  sendNodeResponse(response, await POST(new NodeRequest({ req: request, res: response }), route)),
);

let storeId = "";

/** The demo store a week after it was created: its server starts again, and its webhooks are sent. */
beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  const { port } = receiver.address() as AddressInfo;
  configure({ SCRIP_DATA_DIR: folder, PORT: String(port) });
  const endMs = dayOf(Date.now()) - 6 * DAY_MS;
  const demo = await seedDemo(endMs - 1);
  expect(demo).toMatchObject({ email: "demo@example.com" });
  // The days since then are not totaled yet.
  const until = new Date(endMs).toISOString();
  await pg()`update merchants set rolled_up_until = ${until}, batch_totals_until = ${until}
    where rolled_up_until is not null`;
  storeId = demo?.storeId ?? "";
  await (await runDemo(storeId)).stop();
  await closeDays();
  await deliveryWorker.runDue();
});

afterAll(async () => {
  await new Promise((closed) => receiver.close(closed));
  configure({ SCRIP_DATA_DIR: "", PORT: "" });
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
});

test("times agree: a card is sold before it is used, receipts are of opening hours, and events are sent after they happened", async () => {
  const disordered = await pg()`select from transactions a join transactions b
    on b.card_id = a.card_id and b.sequence > a.sequence and b.created_at <= a.created_at`;
  expect(disordered).toHaveLength(0);
  const atNight = await pg()`select from transactions
    where reference_id like 'R-%' and extract(hour from created_at) not between 9 and 19`;
  expect(atNight).toHaveLength(0);
  const [deliveries] = await pg()`
    select bool_and(d.created_at = e.created_at) as "queuedWithEvent", bool_and(d.created_at >= w.created_at) as "ofWebhook",
      bool_and(a.created_at > e.created_at) as "sentAfterEvent",
      bool_and(d.status <> 'delivered' or d.settled_at >= a.created_at) as "deliveredLast"
    from webhook_deliveries d
      join events e on e.merchant_id = d.merchant_id and e.id = d.event_id
      join webhooks w on w.merchant_id = d.merchant_id and w.id = d.webhook_id
      left join webhook_attempts a on a.merchant_id = d.merchant_id and a.delivery_id = d.id`;
  expect(Object.values(deliveries ?? {})).toEqual([true, true, true, true]);
  const tills =
    await pg()`select from till_movements m join transactions t on t.id = m.transaction_id
    left join till_closings c on c.device_id = m.device_id and c.number = m.closing
    where m.day <> t.created_at::date or c.closed_at < t.created_at
      or c.closed_at > t.created_at::date + interval '1 day'`;
  expect(tills).toHaveLength(0);
});

test("a week later, everything is in use, the healthy webhooks are healthy and one is the lesson", async () => {
  const unused =
    await pg()`select k.name, k.last_used_at from api_keys k join merchants s on s.id = k.merchant_id
    where s.name = 'Juniper Street Books' and s.live_merchant_id is null
      and (k.last_used_at is null or k.last_used_at < now() - interval '2 days')`;
  expect(unused).toEqual([]);
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS);
  for (const { name, lastSeenAt } of await listCashiers(operatorContext(storeId))) {
    expect(lastSeenAt?.valueOf(), name).toBeGreaterThan(twoDaysAgo.getTime());
  }
  const webhooks = await pg()`
    select split_part(url, '/', 4) as name, active, disabled_reason as reason,
      bool_and(d.status = 'delivered') as delivered,
      max(d.created_at) > now() - interval '1 day' as "hasNews",
      count(*) filter (where d.status = 'held') > 20 as "hasMissed"
    from webhooks w join webhook_deliveries d on d.webhook_id = w.id
    group by w.id, url, active, disabled_reason order by name`;
  const healthy = { active: true, reason: null, delivered: true, hasNews: true, hasMissed: false };
  const failed = {
    ...healthy,
    active: false,
    reason: "failures",
    delivered: false,
    hasMissed: true,
  };
  expect(webhooks).toEqual([
    { name: "crm", ...healthy },
    { name: "scrip", ...failed },
    { name: "till", ...healthy },
  ]);
});

test("all months are closed but the last two, each soon after it was the third to last", async () => {
  const [months] = await pg()`select max(month) as last, count(*)::int > 11 as "all",
      bool_and(closed_at between ends_at + interval '28 days' and ends_at + interval '33 days') as "inTime"
    from month_closings`;
  // A month is closed when the store opens.
  const now = new Date(Date.now() - 11 * 3_600_000);
  const thirdToLast = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2));
  expect(months).toEqual({
    last: thirdToLast.toISOString().slice(0, 7),
    all: true,
    inTime: true,
  });
});

test("the demo store shows every state: gifts, batches, people, holds and expired balances", async () => {
  expect(await counts`select status as name, count(*) from gifts group by 1`).toEqual({
    pending: 2,
    accepted: 1,
    declined: 1,
    cancelled: 1,
    expired: 1,
  });
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
