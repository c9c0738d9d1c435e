import { expect, test, vi } from "vitest";
import { newId } from "@/lib/base/ids";
import { makeCard, openStore } from "@/lib/testing/ledger-fixtures";
import { storeWithPeople } from "@/lib/testing/portal";
import { allPages, outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";

const LIMITS = { place: "Front counter", maxMovementOutCents: 500, maxDayOutCents: 700 };

test("any key learns its store, place, scopes and limits, with what is left today", async () => {
  const { ctx, id } = await openStore();
  const till = await callerWithKey(ctx(), { ...LIMITS, scopes: ["money:write"] });
  const card = await makeCard(ctx, { amountCents: 1_000 });
  await till.post(`/cards/${card.id}/debit`, { amountCents: 300 });
  const { status, body } = await till.get("/me");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    store: { id, timeZone: "UTC" },
    key: {
      name: "Till 1",
      place: "Front counter",
      amountLimits: {
        in: { perMovementCents: null, perDayCents: null, today: [] },
        out: {
          perMovementCents: 500,
          perDayCents: 700,
          today: [{ currency: "USD", usedCents: 300, remainingCents: 400 }],
        },
      },
    },
    shape: "A",
    scopes: ["money:write"],
    rateLimits: [],
  });
  expect(await outcomeOf(till.get("/cards"))).toBe("403 insufficient_scope");
  const debit = await till.post(`/cards/${card.id}/debit`, { amountCents: 401 });
  expect(debit.body).toMatchObject({
    error: "key_limit_exceeded",
    limit: "per_day",
    direction: "out",
    currency: "USD",
    remainingCents: 400,
  });
});

test("a key that is limited to networks is refused elsewhere", async () => {
  const { ctx } = await openStore();
  const caller = await callerWithKey(ctx(), { addressRanges: ["203.0.113.0/24", "2001:db8::/32"] });
  const from = (address: string) =>
    outcomeOf(caller.get("/me", {}, { headers: { "x-forwarded-for": address } }));
  expect(await from("203.0.113.9")).toBe("200");
  expect(await from("2001:db8:1::9")).toBe("200");
  expect(await from("203.0.114.9")).toBe("403 address_not_allowed");
  expect(await from("unknown")).toBe("403 address_not_allowed");
});

/** Another store whose till has debited 10 cents. */
async function spendElsewhere(): Promise<void> {
  const { ctx } = await openStore();
  const { id } = await makeCard(ctx, { amountCents: 1_000 });
  const { status } = await (await callerWithKey(ctx())).post(`/cards/${id}/debit`, {
    amountCents: 10,
  });
  expect(status).toBe(200);
}

test("a till's totals are exact by key and currency; without transactions:read it sees its own", async () => {
  const { ctx } = await openStore();
  const till = await callerWithKey(ctx(), { scopes: ["cards:read", "money:write"] });
  const office = await callerWithKey(ctx(), { name: "Office" });
  const [usd, eur] = await Promise.all(
    ["USD", "EUR"].map((currency) => makeCard(ctx, { amountCents: 1_000, currency })),
  );
  for (const [caller, card] of [
    [till, usd],
    [till, usd],
    [till, eur],
    [office, usd],
  ] as const) {
    await caller.post(`/cards/${card?.id}/debit`, { amountCents: 10 });
  }
  await spendElsewhere();
  const own = await till.get("/transactions/totals");
  expect(own.body.totals).toEqual([
    { type: "spend", currency: "EUR", count: 1, amountCents: "10" },
    { type: "spend", currency: "USD", count: 2, amountCents: "20" },
  ]);
  const whole = await office.get("/transactions/totals");
  expect(whole.body.totals).toEqual([
    { type: "load", currency: "EUR", count: 1, amountCents: "1000" },
    { type: "spend", currency: "EUR", count: 1, amountCents: "10" },
    { type: "load", currency: "USD", count: 1, amountCents: "1000" },
    { type: "spend", currency: "USD", count: 3, amountCents: "30" },
  ]);
  const all = await office.get("/transactions/totals", {
    groupBy: "key,currency",
    currency: "USD",
  });
  expect(
    all.body.totals.map((one: { actor: { name: string }; count: number }) => [
      one.actor.name,
      one.count,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ["Till 1", 2],
      ["Office", 1],
    ]),
  );
  const span = (query: Record<string, string>) =>
    outcomeOf(office.get("/transactions/totals", query));
  expect(await span({ from: "2026-01-01T00:00:00Z", to: "2026-02-02T00:00:00Z" })).toBe(
    "400 invalid_request to",
  );
  expect(await span({ day: "2026-01-31" })).toBe("200");
  expect(await span({ groupBy: "card" })).toBe("400 invalid_request groupBy");
});

test("transactions are found by key and name the key that made them, but no person", async () => {
  const { ctx, owner } = await storeWithPeople();
  const till = await callerWithKey(ctx());
  const { body: me } = await till.get("/me");
  const card = await makeCard(ctx, { amountCents: 1_000 });
  await till.post(`/cards/${card.id}/debit`, { amountCents: 10 });
  await owner.post(`/api/v1/cards/${card.id}/credit`, { amountCents: 20 });
  const { body } = await till.get("/transactions", { keyId: me.key.id });
  expect(body).toMatchObject({
    transactions: [{ actor: { type: "key", id: me.key.id, name: "Till 1" }, amountCents: 10 }],
    total: 1,
    nextCursor: null,
  });
  const [topUp] = (await till.get("/transactions")).body.transactions;
  const person = { type: "user", id: owner.userId, name: null };
  expect(topUp).toMatchObject({ amountCents: 20, actor: person });
  const list = async (query: Record<string, string>) =>
    (await till.get("/transactions", query)).body.transactions.length;
  expect(await list({ keyId: newId() })).toBe(0);
  expect(await list({ reversed: "true" })).toBe(0);
  expect(await list({ reversed: "false", currency: "USD" })).toBe(3);
  expect(await list({ source: "reversal" })).toBe(0);
  expect(await outcomeOf(till.get("/transactions", { keyId: me.key.id, offset: "1" }))).toBe(
    "400 invalid_request offset",
  );
});

test("paging through changed cards returns each once, by its last change", async () => {
  const { ctx } = await openStore();
  const shop = await callerWithKey(ctx());
  const cards = [];
  for (let n = 0; n < 5; n++) cards.push(await makeCard(ctx, { amountCents: 100 }));
  const [first, second, third] = cards.map(({ id }) => id);
  // In a millisecond of its own, after the last card's activation.
  const sinceMs = Date.now() + 1;
  await vi.waitUntil(() => Date.now() > sinceMs, { interval: 1 });
  const since = new Date(sinceMs).toISOString();
  await shop.post(`/cards/${second}/debit`, { amountCents: 1 });
  await shop.post(`/cards/${first}/claim`, { email: "ada@example.com" });
  await shop.post(`/cards/${third}/disable`, {});
  const { body: created } = await shop.post("/cards", { currency: "USD" });
  const found = await allPages<{ uuid: string }>((query) =>
    shop.get("/cards", { updatedSince: since, ...query }),
  );
  expect(found.map(({ uuid }) => uuid)).toEqual([second, first, third, created.uuid]);
  const all = await shop.get("/cards", { updatedSince: since });
  expect(all.body.total).toBe(4);
});
