import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { claim } from "@/lib/cards/claim";
import { openCode } from "@/lib/cards/code";
import { create } from "@/lib/cards/create";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import type { Card } from "@/lib/ledger/records";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as file from "./export/route";
import * as list from "./route";

useTestDatabase();

/** Five cards, oldest first: unsold, half spent, full in yen, emptied, disabled with a rest. */
async function storeWithCards() {
  const store = await storeWithPeople();
  const ctx = () => operatorContext(store.merchantId);
  const made: Card[] = [];
  const make = async (currency: string, amountCents: number, cardType: "digital" | "physical") => {
    const { card } = await create(ctx(), { currency, cardType });
    if (amountCents > 0) await activate(ctx(), { cardId: card.id, amountCents });
    made.push(card);
    return card.id;
  };
  const unsold = await make("USD", 0, "physical");
  const half = await make("USD", 5_000, "digital");
  const yen = await make("JPY", 900, "digital");
  const emptied = await make("USD", 7_000, "digital");
  const disabled = await make("USD", 3_000, "physical");
  await spend(ctx(), { cardId: half, amountCents: 2_500 });
  await spend(ctx(), { cardId: emptied, amountCents: 7_000 });
  await claim(ctx(), { cardId: half, email: "ada@example.com" });
  await disable(ctx(), { cardId: disabled });
  const expiry = { [half]: "2031-01-31", [yen]: "2030-06-30", [emptied]: "2031-01-31" };
  for (const [id, date] of Object.entries(expiry)) {
    await pg()`update cards set expires_on = ${date} where id = ${id}`;
  }
  await pg()`update cards set expires_on = null where id = ${disabled}`;
  const batchId = newId();
  await pg()`insert into batches (merchant_id, id, name, source, quantity, currency, card_type, actor)
    values (${store.merchantId}, ${batchId}, 'Spring', 'created', 2, 'USD', 'digital', 'operator')`;
  await pg()`update cards set batch_id = ${batchId} where id in (${unsold}, ${yen})`;
  const names = new Map([
    [unsold, "unsold"],
    [half, "half"],
    [yen, "yen"],
    [emptied, "emptied"],
    [disabled, "disabled"],
  ]);
  return { ...store, cards: made, names, batchId };
}

type Store = Awaited<ReturnType<typeof storeWithCards>>;

const find = (store: Store, query: Record<string, string>) =>
  send(list, "GET", { headers: store.owner.headers, query });

const namesIn = (store: Store, body: { cards: { uuid: string }[] }) =>
  body.cards.map(({ uuid }) => store.names.get(uuid));

test("each filter finds what it says, with a total only where one is counted", async () => {
  const store = await storeWithCards();
  const last4 = openCode(store.cards[1] as Card).slice(-4);
  for (const [query, names, total] of [
    [{}, ["disabled", "emptied", "yen", "half", "unsold"], 5],
    [{ status: "active" }, ["emptied", "yen", "half"], 3],
    [{ cardType: "physical" }, ["disabled", "unsold"], 2],
    [{ currency: "JPY" }, ["yen"], null],
    [{ ownerEmail: "ADA@example.com" }, ["half"], 1],
    [{ batchId: store.batchId }, ["yen", "unsold"], 2],
    [{ last4: last4.toLowerCase() }, ["half"], 1],
    [{ balance: "none" }, ["emptied", "unsold"], null],
    [{ balance: "any", status: "active" }, ["yen", "half"], null],
    [{ minBalanceCents: "2500", currency: "USD" }, ["disabled", "half"], null],
    [{ minBalanceCents: "1", maxBalanceCents: "2999", currency: "USD" }, ["half"], null],
    [{ expiresFrom: "2030-06-30", expiresTo: "2031-01-30" }, ["yen"], null],
    [{ expiresTo: "2031-01-31" }, ["emptied", "yen", "half"], null],
    [{ createdFrom: "2020-01-01T00:00:00Z", createdTo: "2020-01-02T00:00:00Z" }, [], null],
    [
      { createdFrom: "2020-01-01T00:00:00Z" },
      ["disabled", "emptied", "yen", "half", "unsold"],
      null,
    ],
  ] as const) {
    const { status, body } = await find(store, query);
    expect([status, namesIn(store, body), body.total], JSON.stringify(query)).toEqual([
      200,
      names,
      total,
    ]);
  }
});

test("a card that has expired is found as that and not as active, and both are counted", async () => {
  const store = await storeWithCards();
  const idOf = (name: string) => [...store.names].find(([, known]) => known === name)?.[0] ?? "";
  for (const name of ["half", "disabled"]) {
    await pg()`update cards set expires_on = current_date - 2 where id = ${idOf(name)}`;
  }
  for (const [query, names, total] of [
    [{ status: "active" }, ["emptied", "yen"], 2],
    [{ status: "expired" }, ["half"], 1],
    [{ status: "expired", cardType: "physical" }, [], 0],
    [{ status: "active", ownerEmail: "ada@example.com" }, [], 0],
    [{ status: "expired", sort: "expiring" }, ["half"], null],
    [{ status: "disabled" }, ["disabled"], 1],
  ] as const) {
    const { body } = await find(store, query);
    expect([namesIn(store, body), body.total], JSON.stringify(query)).toEqual([names, total]);
  }
});

test("of a store with more than 10,000 past dates nothing counts the expired ones", async () => {
  const store = await storeWithCards();
  const many = (count: number) => pg()`insert into cards
      (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status, card_type, expires_on)
    select ${store.merchantId}, gen_random_uuid(), sha256(random()::text::bytea), '', '2222', 'USD',
      'disabled', 'digital', current_date - 2 from generate_series(1, ${count}::int)`;
  const totals = () =>
    Promise.all(
      ["active", "expired"].map(async (status) => (await find(store, { status })).body.total),
    );
  await many(10_000);
  expect(await totals()).toEqual([3, 0]);
  await many(1);
  expect(await totals()).toEqual([null, null]);
});

test.each([
  ["newest", {}, ["disabled", "emptied", "yen", "half", "unsold"]],
  ["oldest", {}, ["unsold", "half", "yen", "emptied", "disabled"]],
  ["expiring", {}, ["yen", "half", "emptied"]],
] as const)("in the order %s pages go on by cursor without a gap", async (sort, filter, names) => {
  const store = await storeWithCards();
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query = { sort, limit: "1", ...filter, ...(cursor ? { cursor } : {}) };
    const { body } = await find(store, query);
    expect(body.cards).toHaveLength(1);
    seen.push(...namesIn(store, body));
    cursor = body.nextCursor;
  } while (cursor);
  expect(seen).toEqual(names);
});

test("a cursor belongs to its order, its filters and its store: any other is a 400", async () => {
  const store = await storeWithCards();
  const query = { sort: "newest", currency: "USD", limit: "1" };
  const { nextCursor: cursor } = (await find(store, query)).body;
  const other = await storeWithPeople();
  const strange = [
    await find(store, { ...query, cursor, sort: "oldest" }),
    await find(store, { ...query, cursor, status: "active" }),
    await find(store, { ...query, cursor: `${cursor}AA` }),
    await send(list, "GET", { headers: other.owner.headers, query: { ...query, cursor } }),
  ];
  for (const { status, body } of strange) {
    expect([status, body.fields?.[0].path]).toEqual([400, "cursor"]);
  }
});

test.each([
  ["currency", { minBalanceCents: "0" }],
  ["currency", { currency: "usd" }],
  ["sort", { sort: "balance" }],
  ["last4", { last4: "12345" }],
  ["balance", { balance: "some" }],
  ["maxBalanceCents", { maxBalanceCents: "1.5", currency: "USD" }],
  ["expiresFrom", { expiresFrom: "2030-02-30" }],
  ["createdTo", { createdTo: "yesterday" }],
  ["code", { code: "7KQM-2XWP-9RTB-HC4N" }],
])("a wrong %s is a 400 that names it (%j)", async (path, query) => {
  const { owner } = await storeWithPeople();
  const { status, body } = await send(list, "GET", { headers: owner.headers, query });
  expect([status, body.fields?.[0].path]).toEqual([400, path]);
});

test("neither list nor file holds a code, and both are a viewer's too", async () => {
  const store = await storeWithCards();
  const { headers } = await store.join("viewer");
  for (const { status, text } of [
    await send(list, "GET", { headers }),
    await send(file, "GET", { headers }),
  ]) {
    expect(status).toBe(200);
    for (const card of store.cards) {
      expect(text).not.toContain(openCode(card));
      expect(text).not.toContain(openCode(card).replaceAll("-", ""));
      expect(text).toContain(openCode(card).slice(-4));
    }
  }
});

test("another store's cards are in no list and no file", async () => {
  const store = await storeWithCards();
  const { owner } = await storeWithPeople();
  const { body } = await send(list, "GET", { headers: owner.headers });
  expect([body.cards, body.total]).toEqual([[], 0]);
  const { text } = await send(file, "GET", { headers: owner.headers });
  expect(text).not.toContain(store.cards[0]?.id);
});

test.each(["newest", "expiring"] as const)(
  "the file has what the list shows in the order %s, and the audit log who took it",
  async (sort) => {
    const store = await storeWithCards();
    const query = { sort, currency: "USD", status: "active" };
    const { text } = await send(file, "GET", { headers: store.owner.headers, query });
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    const { cards } = (await find(store, query)).body;
    expect(rows).toEqual(
      cards.map((card: Record<string, string | number | null>) => ({
        "Ends in": card.last4,
        Status: card.status,
        Type: card.cardType,
        "Store credit": "no",
        Currency: card.currency,
        Balance: (Number(card.balanceCents) / 100).toFixed(2),
        "Balance in minor units": String(card.balanceCents),
        Owner: card.ownerEmail ?? "",
        "Spendable until": card.expiresOn ?? "",
        "Created (UTC)": card.createdAt,
        "Batch id": card.batchId ?? "",
        "Card id": card.uuid,
      })),
    );
    expect(rows).toHaveLength(2);
    const [row] = await pg()`select actor, details from audit_log
      where merchant_id = ${store.merchantId} and action = 'cards.exported'`;
    expect(row).toEqual({
      actor: `user:${store.owner.userId}`,
      details: { sort, filters: { currency: "USD", status: "active", expired: false } },
    });
  },
);
