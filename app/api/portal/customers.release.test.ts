import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { claim } from "@/lib/domain/cards/claim";
import { create } from "@/lib/domain/cards/create";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { acceptGift } from "@/lib/domain/gifts/accept-or-return";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { give } from "@/lib/testing/ledger-fixtures";
import { writeMovement } from "@/lib/testing/movements";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { allPages, csvRowsOf, outcomeOf } from "@/lib/testing/requests";

const [ada, bob] = ["ada@example.com", "bob@example.com"];
type Query = Record<string, string>;

async function openStore() {
  const store = await storeWithPeople();
  const { ctx } = store;
  const { get } = store.owner;
  const card = async (amountCents: number, currency: string, owner?: string) =>
    (await store.card({ amountCents, currency, owner })).id;
  const credit = (email: string, amountCents: number, currency = "USD") =>
    issueStoreCredit(ctx(), { email, amountCents, currency, source: "manual" });
  const found = async (query: Query = {}) => (await get("/customers", query)).body;
  const idOf = async (email: string): Promise<string> =>
    (await found({ q: email })).customers[0].id;
  const emails = async (query: Query = {}): Promise<string[]> =>
    (await found(query)).customers.map(({ email }: Query) => email);
  const historyOf = async (email: string) => {
    const id = await idOf(email);
    return (query: Query = {}) => get(`/customers/${id}/history`, query);
  };
  const give100 = async (owner: string, recipientEmail: string) =>
    await give(ctx, await store.card({ amountCents: 500, owner }), 100, { recipientEmail });
  return { ...store, get, card, credit, found, idOf, emails, historyOf, give100 };
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
  await expectNoProblems();
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
      name: null,
      note: null,
      since: expect.any(String),
      cards: 6,
      hasMoreCards: false,
      balances: [
        { currency: "JPY", balanceCents: "900" },
        { currency: "KWD", balanceCents: "1500" },
        { currency: "USD", balanceCents: "1250" },
      ],
      storeCredit: [{ currency: "USD", balanceCents: 3_000, cardUuid: credited.card.id }],
      lastActivityAt: expect.any(String),
    },
  ]);
});

/** Four customers, the last of them named. */
async function storeWithCustomers() {
  const store = await openStore();
  for (const email of [ada, "canada@example.com", "adam_1@example.com", "bob@x.org"])
    await store.card(100, "USD", email);
  const rename = async (email: string, texts: object, by = store.owner) =>
    by.patch(`/customers/${await store.idOf(email)}`, texts);
  await rename("bob@x.org", { name: "Bob Adams", note: "Pays by invoice" });
  return { ...store, rename };
}

test("customers are found by any part of their email or name, in any case, best match first", async () => {
  const { emails } = await storeWithCustomers();
  for (const [q, expected] of [
    ["ADA@Example.com ", [ada, "canada@example.com"]],
    ["Ada", [ada, "adam_1@example.com", "bob@x.org", "canada@example.com"]],
    ["bob ad", ["bob@x.org"]],
    ["@example.com", [ada, "adam_1@example.com", "canada@example.com"]],
    ["invoice", []],
    ["ada%", []],
    ["m_1", ["adam_1@example.com"]],
  ] as const) {
    expect(await emails({ q }), q).toEqual(expected);
  }
});

test("customers are sorted by age and email, with pages that go on without a gap in every order", async () => {
  const { get, emails } = await storeWithCustomers();
  const byAge = ["bob@x.org", "adam_1@example.com", "canada@example.com", ada];
  const byEmail = [ada, "adam_1@example.com", "bob@x.org", "canada@example.com"];
  for (const [sort, expected] of [
    ["newest", byAge],
    ["oldest", byAge.toReversed()],
    ["email", byEmail],
    ["email_desc", byEmail.toReversed()],
  ] as const) {
    expect(await emails({ sort }), sort).toEqual(expected);
  }
  for (const q of [{}, { q: "ada" }] as Query[]) {
    for (const sort of ["", "newest", "oldest", "email", "email_desc"]) {
      const query: Query = sort ? { ...q, sort } : q;
      const paged = await allPages<Query>((page) => get("/customers", { ...query, ...page }));
      expect(paged.map(({ email }) => email)).toEqual(await emails(query));
    }
  }
  const { nextCursor: cursor } = (await get("/customers", { sort: "email", limit: "1" })).body;
  expect(await outcomeOf(get("/customers", { sort: "oldest", limit: "1", cursor }))).toBe(
    "400 invalid_request cursor",
  );
  expect(await outcomeOf(get("/customers", { sort: "balance" }))).toBe("400 invalid_request sort");
});

test("owners and managers name customers and note about them; the log says what changed, without the text", async () => {
  const { merchantId, owner, join, rename, idOf, get } = await storeWithCustomers();
  const [manager, viewer] = [await join("manager"), await join("viewer")];
  const named = await rename(ada, { name: "  Ada L. ", note: "Two\nlines" }, manager);
  expect(named.body).toMatchObject({ email: ada, name: "Ada L.", note: "Two\nlines" });
  expect((await rename(ada, { name: "Ada L." })).status).toBe(200);
  expect((await rename(ada, { note: "" })).body).toMatchObject({ name: "Ada L.", note: null });
  expect((await rename(ada, { name: "Eve" }, viewer)).status).toBe(403);
  for (const [texts, field] of [
    [{ name: "x".repeat(121) }, "name"],
    [{ note: "x".repeat(2_001) }, "note"],
    [{ name: "a\u202eb" }, "name"],
    [{ email: "x@example.com" }, "email"],
  ] as const) {
    expect(await outcomeOf(rename(ada, texts))).toBe(`400 invalid_request ${field}`);
  }
  const id = await idOf(ada);
  expect((await get(`/customers/${id}`)).body).toMatchObject({ name: "Ada L.", note: null });
  const entries = (await auditOf(merchantId, "customer.edited")).filter(
    ({ subjectId }) => subjectId === id,
  );
  expect(entries.map(({ actor, details }) => [actor, details])).toEqual([
    [`user:${manager.userId}`, { changed: ["name", "note"] }],
    [`user:${owner.userId}`, { changed: ["note"] }],
  ]);
});

test("the file has the customers that the list shows, in its order, and the log says who took it", async () => {
  const { merchantId, owner, card, credit, emails, idOf } = await storeWithCustomers();
  await card(900, "JPY", "bob@x.org");
  await credit("bob@x.org", 3_000);
  const query = { q: "ada", sort: "email_desc" };
  const rows = csvRowsOf(await owner.get("/customers/export", query));
  expect(rows.map((row) => row.Email)).toEqual(await emails(query));
  expect(rows.find((row) => row.Email === "bob@x.org")).toEqual({
    Email: "bob@x.org",
    Name: "Bob Adams",
    Note: "Pays by invoice",
    "Gift cards": "2",
    "Gift card balances": "900 JPY; 1.00 USD",
    "Store credit": "30.00 USD",
    "Last activity (UTC)": expect.stringMatching(/Z$/),
    "Customer since (UTC)": expect.stringMatching(/Z$/),
    "Customer ID": await idOf("bob@x.org"),
  });
  expect(await auditOf(merchantId, "customers.exported")).toMatchObject([
    { actor: `user:${owner.userId}`, details: { filters: query } },
  ]);
});

test("the files of store credit and gifts have what is filtered, and are logged", async () => {
  const { merchantId, owner, credit, give100 } = await storeWithCustomers();
  await credit(ada, 3_000);
  await credit(bob, 900, "JPY");
  const wallets = csvRowsOf(await owner.get("/store-credit/export", { q: "ADA" }));
  expect(wallets).toMatchObject([{ Customer: ada, Currency: "USD", Balance: "30.00" }]);
  await give100(ada, bob);
  const [gift] = csvRowsOf(await owner.get("/gifts/export", { status: "pending" }));
  expect(gift).toMatchObject({ From: ada, To: bob, Amount: "1.00" });
  expect(csvRowsOf(await owner.get("/gifts/export", { status: "expired" }))).toEqual([]);
  expect(await auditOf(merchantId, "store_credit.exported")).toHaveLength(1);
  expect(await auditOf(merchantId, "report.exported")).toHaveLength(2);
});

test("a customer's history has the movements of all their cards, newest first, page by page", async () => {
  const { ctx, card, credit, historyOf } = await openStore();
  const [first, second] = [await card(1_000, "USD", ada), await card(900, "JPY", ada)];
  for (const cardId of [first, second, first, second])
    await spend(ctx(), { cardId, amountCents: 10 });
  await credit(ada, 300);
  await card(5_000, "USD", "somebody@example.com");
  const read = await historyOf(ada);
  const { movements, total, nextCursor } = (await read()).body;
  expect([total, nextCursor]).toEqual([7, null]);
  const ids: string[] = movements.map(({ id }: Query) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(movements[0]).toMatchObject({ account: "store_credit", amountCents: 300 });
  expect(await allPages(read, "4")).toEqual(movements);
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
    const movements = await allPages<{ amountCents: number }>(read, limit);
    expect(movements.map((one) => one.amountCents)).toEqual([7, 6, 5, 4, 3, 2, 1, 1_000]);
  }
});

test("a customer's balances are exact, however much they are", async () => {
  const { card, found } = await openStore();
  for (let n = 0; n < 2; n++) await card(Number.MAX_SAFE_INTEGER, "USD", ada);
  const [{ balances }] = (await found()).customers;
  expect(balances).toEqual([{ currency: "USD", balanceCents: "18014398509481982" }]);
});

test("a store sees a consumer only through its own cards: another store's customer is absent", async () => {
  const [own, other] = [await openStore(), await openStore()];
  const shared = "shared@example.com";
  await own.card(700, "USD", shared);
  await other.card(5_000, "USD", shared);
  await other.card(5_000, "USD", "theirs@example.com");
  expect(await own.emails({ q: "theirs@example.com" })).toEqual([]);
  const [mine] = (await own.found({ q: "shared" })).customers;
  expect(mine.balances).toEqual([{ currency: "USD", balanceCents: "700" }]);
  expect(await other.idOf(shared)).not.toBe(mine.id);
});

test("a customer's gifts are those they sent or got in this store; another store's customer is absent", async () => {
  const [own, other] = [await openStore(), await openStore()];
  const toBob = await own.give100(ada, bob);
  const toAda = await own.give100(bob, ada);
  const toCleo = await own.give100(bob, "cleo@example.com");
  await other.give100(ada, bob);
  await acceptGift(own.ctx(), { giftId: toAda, email: ada });

  const giftsOf = (customerId: string, query: Query = {}) =>
    own.get("/gifts", { customerId, ...query });
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
