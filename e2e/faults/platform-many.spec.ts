import { randomInt } from "node:crypto";
import type { Sql } from "postgres";
import { settled } from "../api/support/batches";
import type { ApiClient } from "../support/client";
import { baseUrl } from "../support/client";
import { scrip } from "../support/scrip";
import { connectShop } from "../support/shopify/connect";
import { randomFrom } from "../support/shopify/faults";
import { openShop } from "../support/shopify/open-shop";
import { expect, test } from "../support/test";

// Enough that each fault is met several times. A longer run: PLATFORM_CARDS=2000.
const CARDS = Number(process.env.PLATFORM_CARDS ?? 250);
const TILLS = 8;
const MORE_CHANGES = CARDS * 0.4;
const FIRST_CENTS = 10_000;

// Of a hundred calls that the shop is sent.
const SHARES = {
  reset: 2,
  unavailable: 2,
  "too many": 1,
  "failed after": 2,
  lost: 3,
  "cut short": 1,
  "no json": 1,
  slow: 1,
};

type Shop = Awaited<ReturnType<typeof openShop>>;
/** By the card's id: what its balance has to be in the end. */
type Balances = Map<string, number>;

/** Asks the shops what has changed there, as the host does. */
const poll = () =>
  fetch(`${baseUrl()}/api/cron/platforms`, {
    method: "POST",
    headers: { Authorization: `Bearer ${process.env.CRON_SECRET}` },
  });

/** Moves the clock of what waits for another try: it is begun now. */
async function makeDue(sql: Sql, merchantId: string): Promise<void> {
  await sql`update outbox set next_attempt_at = now()
    where merchant_id = ${merchantId} and status = 'pending' and leased_until is null`;
  await sql`update platform_connections set unreachable_in_a_row = 0, polled_until = least(polled_until, now() - interval '1 minute')
    where merchant_id = ${merchantId}`;
}

const balancesIn = async (shop: Shop): Promise<Balances> =>
  new Map((await shop.cards()).map(({ note, balanceCents }) => [cardIdOf(note), balanceCents]));

const cardIdOf = (note: string | null): string => note?.split(" ").at(-1) ?? "";

const balancesHere = async (sql: Sql, merchantId: string): Promise<Balances> => {
  const rows = await sql`select id, balance_cents as cents from cards
    where merchant_id = ${merchantId}`;
  return new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
};

/** The first few cards that differ. */
function differences(expected: Balances, found: Balances): string[] {
  return [...expected]
    .filter(([id, cents]) => found.get(id) !== cents)
    .slice(0, 5)
    .map(([id, cents]) => `${id}: ${found.get(id)} and not ${cents}`);
}

type Stock = { uuid: string; code: string };

/** So many unsold cards of the store. */
async function stockOf(till: ApiClient, quantity: number): Promise<Stock[]> {
  const wanted = { name: "Counter", quantity, currency: "USD", cardType: "physical" };
  const { body: batch } = await till.post("/batches", wanted);
  await settled(till, batch.id);
  const stock: Stock[] = [];
  for (let cursor = ""; stock.length < quantity; ) {
    const page = (await till.get(`/cards?limit=100&status=inactive${cursor}`)).body;
    stock.push(...page.cards);
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  return stock;
}

type Work = { shop: Shop; stock: Stock[]; random: () => number; expected: Balances };

const changeBy = (expected: Balances, cardId: string, cents: number) =>
  expected.set(cardId, (expected.get(cardId) ?? 0) + cents);

/** Redeems or loads one of the first `active` cards, now and then, while customers pay in the shop. */
async function changeSome(till: ApiClient, work: Work, active: number): Promise<void> {
  const { shop, stock, random, expected } = work;
  const some = () => 1 + Math.floor(random() * 100);
  const cardId = stock[Math.floor(random() * active)]?.uuid;
  const amountCents = some();
  const drawn = random();
  if (cardId && drawn < 0.4) {
    const verb = drawn < 0.25 ? "debit" : "credit";
    const moved = await till.post(`/cards/${cardId}/${verb}`, { amountCents });
    expect(moved.status).toBe(200);
    changeBy(expected, cardId, verb === "debit" ? -amountCents : amountCents);
  }
  if (random() < 0.2) {
    const paidCents = some();
    const note = await shop.redeemOne(random(), paidCents);
    if (note) changeBy(expected, cardIdOf(note), -paidCents);
  }
}

/** A till at work: activates its cards one by one, and serves their owners. */
async function workTill(till: ApiClient, work: Work): Promise<void> {
  for (const [n, { uuid }] of work.stock.entries()) {
    const activated = await till.post(`/cards/${uuid}/activate`, { amountCents: FIRST_CENTS });
    expect(activated.status).toBe(200);
    changeBy(work.expected, uuid, FIRST_CENTS);
    await changeSome(till, work, n + 1);
  }
}

/** More of the same on cards that the shop has. */
async function serveOwners(till: ApiClient, work: Work): Promise<void> {
  for (let n = 0; n < MORE_CHANGES / TILLS; n++) await changeSome(till, work, work.stock.length);
}

test("under random faults a shop gets every card exactly once", async ({ merchant, api, sql }) => {
  test.setTimeout(300_000);
  const seed = Number(process.env.PLATFORM_SEED ?? randomInt(2 ** 31));
  console.log(`PLATFORM_SEED=${seed}`);
  const shop = await openShop({ maximum: 2_000, perSecond: 1_500, searchLagMs: 500 });
  await connectShop(merchant, shop);
  await shop.failAtRandom(seed, SHARES);

  const stock = await stockOf(api, CARDS);
  const codes = new Map(
    stock.map(({ uuid, code }) => [uuid, code.replaceAll("-", "").toLowerCase()]),
  );
  const tookMs: Record<string, number> = {};
  const beganMs = performance.now();
  const mark = (phase: string) => {
    tookMs[phase] = Math.round(performance.now() - beganMs);
  };
  const expected: Balances = new Map();
  const tills: Work[] = Array.from({ length: TILLS }, (_, n) => ({
    shop,
    stock: stock.filter((_card, index) => index % TILLS === n),
    random: randomFrom(seed + n),
    expected,
  }));
  await Promise.all(tills.map((work) => workTill(api, work)));
  expect(expected.size).toBe(CARDS);
  mark("activated");

  // The rest is made under the same faults; only then nothing fails any more.
  await expect
    .poll(async () => (await shop.cards()).length, { timeout: 120_000, intervals: [250] })
    .toBeGreaterThan(CARDS * 0.9);
  mark("made");
  await Promise.all(tills.map((work) => serveOwners(api, work)));
  await shop.failAtRandom(seed, {});
  await expect
    .poll(
      async () => {
        await makeDue(sql, merchant.merchantId);
        await poll();
        return [
          ...differences(expected, await balancesIn(shop)),
          ...differences(expected, await balancesHere(sql, merchant.merchantId)),
        ];
      },
      { timeout: 90_000, intervals: [500] },
    )
    .toEqual([]);

  mark("settled");
  const made = await shop.cards();
  expect(made).toHaveLength(CARDS);
  expect(new Map(made.map(({ note, code }) => [cardIdOf(note), code]))).toEqual(codes);
  const { beyond, faults, requests } = await shop.counts();
  console.log(JSON.stringify({ tookMs, faults, requests }));
  expect(beyond).toBe(0);
  expect((await scrip("ledger", "verify")).body).toMatchObject({ ok: true, problems: [] });
});
