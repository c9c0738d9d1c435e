import { expect, test } from "vitest";
import { claim } from "@/lib/cards/claim";
import { create } from "@/lib/cards/create";
import { disable } from "@/lib/cards/disable";
import { activate, spend } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import { sendGift } from "@/lib/gifts/send";
import { acceptGift } from "@/lib/gifts/settle";
import { verify } from "@/lib/ledger/verify";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import { useTestDatabase } from "@/lib/testing/database";
import { writeMovement } from "@/lib/testing/movements";
import { allPages, storeWithPeople } from "@/lib/testing/portal";
import * as gifts from "../gifts/route";
import * as history from "./[id]/history/route";
import * as list from "./route";

useTestDatabase();

const ada = "ada@example.com";
type Query = Record<string, string>;

async function openStore() {
  const store = await storeWithPeople();
  const { ctx } = store;
  const { get } = store.owner;
  const card = async (amountCents: number, currency: string, owner?: string) =>
    (await store.card({ amountCents, currency, owner })).id;
  const credit = (email: string, amountCents: number, currency = "USD") =>
    issueStoreCredit(ctx(), { email, amountCents, currency, source: "manual" });
  const found = async (query: Query = {}) => (await get(list, { query })).body;
  const idOf = async (email: string): Promise<string> =>
    (await found({ q: email })).customers[0].id;
  const page = async (query: Query = {}) => {
    const { customers, nextCursor } = await found(query);
    const items: string[] = customers.map(({ email }: { email: string }) => email);
    return { items, nextCursor };
  };
  const emails = async (query: Query = {}) => (await page(query)).items;
  const historyOf = async (email: string) => {
    const id = await idOf(email);
    return async (query: Query = {}) => {
      const { movements, nextCursor, total } = (await get(history, { id, query })).body;
      return { items: movements as { id: string; amountCents: number }[], nextCursor, total };
    };
  };
  const storeCard = store.card;
  return { ...store, storeCard, get, card, credit, found, idOf, page, emails, historyOf };
}

test("a customer is anybody who got a card: by creation, activation, claim or store credit, once", async () => {
  const { ctx, card, credit, found, emails } = await openStore();
  await create(ctx(), { currency: "USD", cardType: "digital", ownerEmail: "created@example.com" });
  const activated = await card(0, "USD");
  const consumerEmail = "activated@example.com";
  await activate(ctx(), { cardId: activated, amountCents: 500, consumerEmail });
  await claim(ctx(), { cardId: await card(500, "USD"), email: "claimed@example.com" });
  await Promise.all([1, 2, 3].map(() => credit("credited@example.com", 100)));
  await card(500, "EUR", "created@example.com");
  expect(await emails()).toEqual([
    "credited@example.com",
    "claimed@example.com",
    "activated@example.com",
    "created@example.com",
  ]);
  expect(await found()).toMatchObject({ total: 4, nextCursor: null });
  expect((await verify()).problems).toEqual([]);
});

test("a customer's balances are summed by currency, store credit apart, without what can't be spent", async () => {
  const { ctx, card, credit, found } = await openStore();
  await card(1_000, "USD", ada);
  await card(250, "USD", ada);
  await card(900, "JPY", ada);
  await card(1_500, "KWD", ada);
  await disable(ctx(), { cardId: await card(7_000, "USD", ada) });
  const expired = await card(8_000, "USD", ada);
  await pg()`update cards set expires_on = '2020-01-01' where id = ${expired}`;
  const credited = await credit(ada, 3_000);
  expect((await found()).customers).toEqual([
    {
      id: expect.any(String),
      email: ada,
      since: expect.any(String),
      cards: 6,
      hasMoreCards: false,
      balances: [
        { currency: "JPY", balanceCents: 900 },
        { currency: "KWD", balanceCents: 1_500 },
        { currency: "USD", balanceCents: 1_250 },
      ],
      storeCredit: [{ currency: "USD", balanceCents: 3_000, cardUuid: credited.card.id }],
      lastActivityAt: expect.any(String),
    },
  ]);
});

test("customers are found by an email or its beginning, in any case, page by page", async () => {
  const { card, page, emails } = await openStore();
  for (const email of [ada, "ada.l@example.com", "adam_1@example.com", "bob@x.org"])
    await card(100, "USD", email);
  for (const [q, expected] of [
    ["ADA@Example.com ", [ada]],
    ["Ada", ["ada.l@example.com", ada, "adam_1@example.com"]],
    ["ada%", []],
    ["adam_", ["adam_1@example.com"]],
    ["example", []],
  ] as const) {
    expect(await emails({ q }), q).toEqual(expected);
  }
  for (const query of [{}, { q: "ada" }] as Query[]) {
    const paged = await allPages((cut) => page({ ...query, ...cut }));
    expect(paged).toEqual(await emails(query));
  }
});

test("a customer's history has the movements of all their cards, newest first, page by page", async () => {
  const { ctx, card, credit, historyOf } = await openStore();
  const [first, second] = [await card(1_000, "USD", ada), await card(900, "JPY", ada)];
  for (const cardId of [first, second, first, second])
    await spend(ctx(), { cardId, amountCents: 10 });
  await credit(ada, 300);
  await card(5_000, "USD", "somebody@example.com");
  const read = await historyOf(ada);
  const whole = await read();
  expect(whole).toMatchObject({ total: 7, nextCursor: null });
  const ids = whole.items.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(whole.items[0]).toMatchObject({ account: "store_credit", amountCents: 300 });
  expect(await allPages(read, "4")).toEqual(whole.items);
});

test("a history has every movement that raced for one card, with pages of any length", async () => {
  const { merchantId, card, historyOf } = await openStore();
  const cardId = await card(1_000, "USD", ada);
  const read = await historyOf(ada);
  // Written in the order in which they locked the card; `at` is when each one started.
  const now = Date.now();
  for (const n of [7, 3, 6, 1, 5, 2, 4]) {
    const at = new Date(now + n * 10);
    await writeMovement({ merchantId, cardId, at, type: "load", amountCents: n });
  }
  for (const limit of ["1", "2", "3"]) {
    const amounts = (await allPages(read, limit)).map(({ amountCents }) => amountCents);
    expect(amounts).toEqual([7, 6, 5, 4, 3, 2, 1, 1_000]);
  }
});

test("a store sees a consumer only through its own cards: another store's customer is absent", async () => {
  const [own, other] = [await openStore(), await openStore()];
  const shared = "shared@example.com";
  await own.card(700, "USD", shared);
  await other.card(5_000, "USD", shared);
  await other.card(5_000, "USD", "theirs@example.com");
  expect(await own.emails({ q: "theirs@example.com" })).toEqual([]);
  const [mine] = (await own.found({ q: "shared" })).customers;
  expect(mine.balances).toEqual([{ currency: "USD", balanceCents: 700 }]);
  expect(await other.idOf(shared)).not.toBe(mine.id);
});

test("a customer's gifts are those they sent or got in this store; another store's customer is absent", async () => {
  const [own, other] = [await openStore(), await openStore()];
  const bob = "bob@example.com";
  const give = async ({ ctx, ...store }: typeof own, owner: string, recipientEmail: string) => {
    const card = await store.storeCard({ amountCents: 500, owner });
    const order = { cardId: card.id, senderId: card.ownerId, recipientEmail };
    return (await sendGift(ctx(), { ...order, amountCents: 100 })).gift.id;
  };
  const toBob = await give(own, ada, bob);
  const toAda = await give(own, bob, ada);
  const toCleo = await give(own, bob, "cleo@example.com");
  await give(other, ada, bob);
  await acceptGift(own.ctx(), { giftId: toAda, email: ada });

  const giftsOf = (customerId: string, query: Query = {}) =>
    own.get(gifts, { query: { customerId, ...query } });
  const listed = async (email: string, query: Query = {}) => {
    const { body } = await giftsOf(await own.idOf(email), query);
    return body.gifts.map(({ id, status }: Query) => `${id} ${status}`);
  };
  expect(await listed(ada)).toEqual([`${toAda} accepted`, `${toBob} pending`]);
  expect(await listed(bob)).toEqual([`${toCleo} pending`, `${toAda} accepted`, `${toBob} pending`]);
  expect(await listed(ada, { status: "pending" })).toEqual([`${toBob} pending`]);
  expect((await giftsOf(await other.idOf(ada))).status).toBe(404);
  expect((await giftsOf("x")).status).toBe(400);
});
