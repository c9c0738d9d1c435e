import { expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { RECENT_RANGES } from "@/lib/base/time/date-ranges";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { spend } from "@/lib/domain/cards/spend";
import { acceptGift, declineGift } from "@/lib/domain/gifts/accept-or-return";
import { ADA_EMAIL, BOB_EMAIL, give, makeCard } from "@/lib/testing/ledger-fixtures";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { createStore, newKey } from "@/lib/testing/store";
import { addDevice, pairBrowser } from "@/lib/testing/till-device";
import { readActivity } from "./activity";
import { closeDays } from "./close-days";
import { readOverview } from "./overview";
import { readRollForward } from "./roll-forward";

/** A recent range in USD, as the overview asks for it. */
const lastDays = (name: keyof typeof RECENT_RANGES, timeZone: string) => {
  const today = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format();
  return { currency: "USD", ...RECENT_RANGES[name](today) };
};

const balances = async (id: string) =>
  await pg()<{ currency: string; cents: bigint }[]>`
    select currency, sum(balance_cents)::text as cents from cards where merchant_id = ${id}
    group by 1 having sum(sequence) > 0 order by 1`;

test("a pending gift moves from the cards to escrow and back, or to the other card: the liability stays, and its last closing is what is on cards", async () => {
  const { id: merchantId, ctx } = await createStore();
  const card = await makeCard(ctx, { amountCents: 1_000, owner: ADA_EMAIL });
  await makeCard(ctx, { amountCents: 700, currency: "EUR" });
  const expectOwed = async (outstandingCents: bigint, gifts: number, amountCents: bigint) => {
    const { currencies } = await readOverview(ctx());
    const none = { gifts: 0, amountCents: 0n };
    expect(currencies).toMatchObject([
      { currency: "USD", outstandingCents, escrow: { gifts, amountCents } },
      { currency: "EUR", outstandingCents: 700n, escrow: none },
    ]);
    expect(outstandingCents + amountCents).toBe(1_000n);
    const { months } = await readRollForward(ctx(), { currency: "USD" });
    expect(months[0]?.closingCents).toBe(outstandingCents);
    expect(await balances(merchantId)).toContainEqual({
      currency: "USD",
      cents: String(outstandingCents),
    });
  };
  const [first, second] = [await give(ctx, card, 300), await give(ctx, card, 200)];
  await expectOwed(500n, 2, 500n);
  await declineGift(ctx(), { giftId: second, email: BOB_EMAIL });
  await expectOwed(700n, 1, 300n);
  await acceptGift(ctx(), { giftId: first, email: BOB_EMAIL });
  await expectOwed(1_000n, 0, 0n);
});

test("sums beyond what a number carries are exact", async () => {
  const store = await createStore();
  for (let n = 0; n < 3; n++)
    await makeCard(store.ctx, { amountCents: Number.MAX_SAFE_INTEGER - n });
  const [row] = (await readOverview(store.ctx())).currencies;
  expect(row?.outstandingCents).toBe(3n * BigInt(Number.MAX_SAFE_INTEGER) - 3n);
});

/** The setup steps of a store that are done. */
const stepsOf = async (ctx: () => Ctx) => {
  const { cardId: _, ...steps } = (await readOverview(ctx())).setup ?? { cardId: null };
  return Object.entries(steps).flatMap(([step, done]) => (done ? [step] : []));
};

test("the steps to sell in person follow the brand, the sale, the redemption and the till", async () => {
  const store = await createStore();
  const { id, ctx } = store;
  expect(await stepsOf(ctx)).toEqual([]);
  await pg()`update merchants set brand_color = '#12573d' where id = ${id}`;
  expect(await stepsOf(ctx)).toEqual(["brand"]);
  await pg()`update merchants set brand_color = null where id = ${id}`;
  await pg()`insert into store_logos (merchant_id, image, width_px, height_px, hash)
    values (${id}, '\\x00', 1, 1, '\\x00')`;
  expect(await stepsOf(ctx)).toEqual(["brand"]);
  const { id: cardId } = await makeCard(ctx, { currency: "JPY" });
  expect((await readOverview(ctx())).setup?.cardId).toBe(cardId);
  await activate(ctx(), { cardId, amountCents: 500 });
  expect(await stepsOf(ctx)).toEqual(["brand", "activated"]);
  await spend(ctx(), { cardId, amountCents: 1 });
  expect(await stepsOf(ctx)).toEqual(["brand", "activated", "redeemed"]);
  const { code } = await addDevice(store);
  expect(await stepsOf(ctx)).toEqual(["brand", "activated", "redeemed"]);
  await (await pairBrowser(code)).get("/device");
  // The till's key is no API key.
  expect(await stepsOf(ctx)).toEqual(["brand", "till", "activated", "redeemed"]);
  expect((await readOverview(ctx())).cards).toEqual({ active: 1, inactive: 0, disabled: 0 });
});

test("the steps to integrate follow the keys and webhooks of the store and its test store alone", async () => {
  const { id, ctx } = await createStore();
  const other = await createStore();
  await newKey(other.ctx(), { scopes: ["cards:read"] });
  expect(await stepsOf(ctx)).toEqual([]);
  const twin = await createStore({ liveMerchantId: id });
  const { key } = await newKey(twin.ctx(), { scopes: ["cards:read"] });
  expect(await stepsOf(ctx)).toEqual(["key"]);
  await pg()`update api_keys set last_used_at = now() where id = ${key.id}`;
  expect(await stepsOf(ctx)).toEqual(["key", "request"]);
});

test("a store older than a month has no setup steps, once it has redeemed a card", async () => {
  const { id, ctx } = await createStore();
  await pg()`update merchants set created_at = now() - interval '31 days' where id = ${id}`;
  const { id: cardId } = await makeCard(ctx, { amountCents: 500 });
  expect((await readOverview(ctx())).setup).toMatchObject({ activated: true, redeemed: false });
  await spend(ctx(), { cardId, amountCents: 1 });
  expect((await readOverview(ctx())).setup).toBeNull();
});

test("another store's money and cards are not in it", async () => {
  const [mine, theirs] = [await createStore(), await createStore()];
  const { id: merchantId } = theirs;
  const cardId = await bareCard({ merchantId });
  const at = new Date(Date.now() - 5 * 86_400_000);
  await writeMovement({ merchantId, cardId, at, type: "load", amountCents: 1 });
  await closeDays();
  const { currencies, cards } = await readOverview(mine.ctx());
  expect([currencies, cards.active]).toEqual([[], 0]);
  const { points } = await readActivity(mine.ctx(), lastDays("30d", "UTC"));
  expect(points.every(({ issuedCents }) => issuedCents === 0n)).toBe(true);
});

test("a movement counts on the store's day, on either side of each midnight of its zone", async () => {
  const { id: merchantId, ctx } = await createStore({ timeZone: "America/New_York" });
  const cardId = await bareCard({ merchantId });
  const days = await pg()<{ day: string; begins: Date }[]>`
    select d.day::date::text as day, d.day::date::timestamp at time zone 'America/New_York' as begins
    from generate_series(now() - interval '29 days', now() - interval '2 days', '1 day') d (day)`;
  for (const { begins } of days) {
    const at = (ms: number) => new Date(new Date(begins).getTime() + ms);
    await writeMovement({ merchantId, cardId, at: at(1), type: "load", amountCents: 100 });
    await writeMovement({ merchantId, cardId, at: at(-1), type: "spend", amountCents: 1 });
  }
  for (const closed of [false, true]) {
    if (closed) await closeDays();
    const { points } = await readActivity(ctx(), lastDays("30d", "America/New_York"));
    const shown = new Map(points.map((point) => [point.from, point]));
    for (const { day } of days) expect(shown.get(day)?.issuedCents).toBe(100n);
    const spent = points.filter(({ redeemedCents }) => redeemedCents === 1n);
    expect(spent.length).toBeGreaterThanOrEqual(days.length - 1);
    expect(points.every(({ redeemedCents }) => redeemedCents <= 1n)).toBe(true);
  }
});
