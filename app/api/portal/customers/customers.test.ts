import { expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { claim } from "@/lib/cards/claim";
import { create } from "@/lib/cards/create";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { acceptGift } from "@/lib/gifts/accept";
import { sendGift } from "@/lib/gifts/send";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { verify } from "@/lib/ledger/verify";
import { operatorContext } from "@/lib/merchants/operator";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import { cardOf } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { writeMovement } from "@/lib/testing/movements";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as gifts from "../gifts/route";
import * as history from "./[id]/history/route";
import * as one from "./[id]/route";
import * as list from "./route";

useTestDatabase();

async function openStore() {
  const { owner, join, merchantId } = await storeWithPeople();
  const ctx = () => operatorContext(merchantId);
  const card = async (amountCents: number, currency: string, consumerEmail?: string) => {
    const made = await create(ctx(), { currency, cardType: "digital" });
    await activate(ctx(), { cardId: made.card.id, amountCents, consumerEmail });
    return made.card.id;
  };
  const credit = (email: string, amountCents: number, currency = "USD") =>
    issueStoreCredit(ctx(), { email, amountCents, currency, source: "manual" });
  const found = async (query: Record<string, string> = {}) =>
    (await send(list, "GET", { headers: owner.headers, query })).body;
  const emails = async (query: Record<string, string> = {}): Promise<string[]> =>
    (await found(query)).customers.map(({ email }: { email: string }) => email);
  return { merchantId, headers: owner.headers, join, ctx, card, credit, found, emails };
}

test("a customer is whoever got a card: by creation, activation, claim or store credit, once", async () => {
  const { ctx, card, credit, found, emails } = await openStore();
  await create(ctx(), { currency: "USD", cardType: "digital", ownerEmail: "created@example.com" });
  await card(500, "USD", "activated@example.com");
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

test("what a customer holds is told by currency, store credit apart, without what can't be spent", async () => {
  const { ctx, card, credit, found } = await openStore();
  const email = "ada@example.com";
  await card(1_000, "USD", email);
  await card(250, "USD", email);
  await card(900, "JPY", email);
  await card(1_500, "KWD", email);
  await disable(ctx(), { cardId: await card(7_000, "USD", email) });
  const expired = await card(8_000, "USD", email);
  await pg()`update cards set expires_on = '2020-01-01' where id = ${expired}`;
  const credited = await credit(email, 3_000);
  const { customers } = await found();
  expect(customers).toEqual([
    {
      id: expect.any(String),
      email,
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

test("customers are found by an address or its beginning, in any case, page by page", async () => {
  const { card, found, emails } = await openStore();
  for (const email of ["ada@example.com", "ada.l@example.com", "adam_1@example.com", "bob@x.org"]) {
    await card(100, "USD", email);
  }
  expect(await emails({ q: "ADA@Example.com " })).toEqual(["ada@example.com"]);
  expect(await emails({ q: "Ada" })).toEqual([
    "ada.l@example.com",
    "ada@example.com",
    "adam_1@example.com",
  ]);
  expect(await emails({ q: "ada%" })).toEqual([]);
  expect(await emails({ q: "adam_" })).toEqual(["adam_1@example.com"]);
  expect(await emails({ q: "example" })).toEqual([]);
  for (const query of [{ limit: "1" }, { limit: "1", q: "ada" }] as Record<string, string>[]) {
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { customers: { email: string }[]; nextCursor: string | null } = await found({
        ...query,
        ...(cursor && { cursor }),
      });
      paged.push(...page.customers.map(({ email }) => email));
      cursor = page.nextCursor;
    } while (cursor);
    const { limit: _limit, ...whole } = query;
    expect(paged).toEqual(await emails(whole));
  }
});

test("a customer's history is merged of all their cards, newest first, page by page", async () => {
  const { ctx, card, credit, headers, found } = await openStore();
  const email = "ada@example.com";
  const [first, second] = [await card(1_000, "USD", email), await card(900, "JPY", email)];
  for (const cardId of [first, second, first, second]) {
    await spend(ctx(), { cardId, amountCents: 10 });
  }
  await credit(email, 300);
  await card(5_000, "USD", "somebody@example.com");
  const { id } = (await found({ q: email })).customers[0];
  const read = async (query: Record<string, string>) =>
    (await send(history, "GET", { headers, id, query })).body;
  const whole = await read({});
  expect(whole).toMatchObject({ total: 7, nextCursor: null });
  const times = whole.movements.map(({ id: movement }: { id: string }) => movement);
  expect(times).toEqual([...times].sort().reverse());
  expect(whole.movements[0]).toMatchObject({ account: "store_credit", amountCents: 300 });
  const page = await read({ limit: "4" });
  const rest = await read({ limit: "4", cursor: page.nextCursor });
  expect([...page.movements, ...rest.movements]).toEqual(whole.movements);
});

test("a history misses none of the movements that raced for one card, however its pages are cut", async () => {
  const { merchantId, card, headers, found } = await openStore();
  const email = "ada@example.com";
  const cardId = await card(1_000, "USD", email);
  const { id } = (await found({ q: email })).customers[0];
  // In the order in which they got the card; they were begun in another.
  const now = Date.now();
  const begun = [7, 3, 6, 1, 5, 2, 4];
  for (const n of begun) {
    const at = new Date(now + n * 10);
    await writeMovement({ merchantId, cardId, at, type: "load", amountCents: n });
  }
  for (const limit of ["1", "2", "3"]) {
    const amounts: number[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit, ...(cursor && { cursor }) };
      const { body } = await send(history, "GET", { headers, id, query });
      amounts.push(...body.movements.map((m: { amountCents: number }) => m.amountCents));
      cursor = body.nextCursor;
    } while (cursor);
    expect(amounts).toEqual([7, 6, 5, 4, 3, 2, 1, 1_000]);
  }
});

test("a consumer is seen through one's own cards alone: foreign is absent", async () => {
  const [own, other] = [await openStore(), await openStore()];
  await own.card(700, "USD", "shared@example.com");
  await other.card(5_000, "USD", "shared@example.com");
  await other.card(5_000, "USD", "theirs@example.com");
  expect(await own.emails({ q: "theirs@example.com" })).toEqual([]);
  const [mine] = (await own.found({ q: "shared" })).customers;
  const [theirs] = (await other.found({ q: "shared" })).customers;
  expect(mine.balances).toEqual([{ currency: "USD", balanceCents: 700 }]);
  expect(theirs.id).not.toBe(mine.id);
  const bytes = async (route: Resource, id: string) => {
    const answer = await send(route, "GET", { headers: own.headers, id });
    expect(answer.status).toBe(404);
    return answer.text.replace(/req_[0-9a-f-]+/, "");
  };
  for (const route of [one, history]) {
    expect(await bytes(route, theirs.id)).toBe(await bytes(route, newId()));
  }
});

test("without a session customers are told to nobody: 401", async () => {
  for (const route of [list, one, history]) {
    expect((await send(route, "GET", { id: newId() })).status).toBe(401);
  }
});

test("a customer's gifts are those they sent and those sent to them, of this store alone; a foreign customer is absent", async () => {
  const { ctx, headers, found } = await openStore();
  const other = await openStore();
  const [ada, bob] = ["ada@example.com", "bob@example.com"];
  const give = async (at: typeof ctx, owner: string, recipientEmail: string) => {
    const card = await cardOf(at, { amountCents: 500, owner });
    const { gift } = await sendGift(at(), {
      cardId: card.id,
      senderId: card.ownerId,
      amountCents: 100,
      recipientEmail,
    });
    return gift.id;
  };
  const toBob = await give(ctx, ada, bob);
  const toAda = await give(ctx, bob, ada);
  const toCleo = await give(ctx, bob, "cleo@example.com");
  await give(other.ctx, ada, bob);
  await acceptGift(ctx(), { giftId: toAda, email: ada });

  const idOf = async (email: string, of = found): Promise<string> =>
    (await of({ q: email })).customers[0].id;
  const giftsOf = async (customerId: string, query = {}) =>
    await send(gifts, "GET", { headers, query: { customerId, ...query } });
  const listed = async (email: string, query = {}) =>
    (await giftsOf(await idOf(email), query)).body.gifts.map(
      ({ id, status }: { id: string; status: string }) => `${id} ${status}`,
    );
  expect(await listed(ada)).toEqual([`${toAda} accepted`, `${toBob} pending`]);
  expect(await listed(bob)).toEqual([`${toCleo} pending`, `${toAda} accepted`, `${toBob} pending`]);
  expect(await listed(ada, { status: "pending" })).toEqual([`${toBob} pending`]);
  expect((await giftsOf(await idOf(ada, other.found))).status).toBe(404);
  expect((await giftsOf("x")).status).toBe(400);
});
