import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { claim } from "@/lib/domain/cards/claim";
import { formatCode } from "@/lib/domain/cards/code";
import { disable } from "@/lib/domain/cards/disable";
import { freeze } from "@/lib/domain/cards/freeze";
import { spend } from "@/lib/domain/cards/spend";
import { place } from "@/lib/testing/holds";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { allPages, csvRowsOf, outcomeOf } from "@/lib/testing/requests";

const CARD_NAMES = ["unsold", "half", "yen", "emptied", "disabled"] as const;
type Query = Record<string, string>;

/** Five cards, oldest first: unsold, half spent, unspent in yen, fully spent, disabled with a balance. */
async function storeWithCards() {
  const store = await storeWithPeople();
  const { ctx, card, merchantId } = store;
  const cards = {
    unsold: await card({ cardType: "physical" }),
    half: await card({ amountCents: 5_000 }),
    yen: await card({ currency: "JPY", amountCents: 900 }),
    emptied: await card({ amountCents: 7_000 }),
    disabled: await card({ amountCents: 3_000, cardType: "physical" }),
  };
  const { unsold, half, yen, emptied, disabled } = cards;
  const expire = (day: string | null, { id }: { id: string }) =>
    pg()`update cards set expires_on = ${day} where id = ${id}`;
  await spend(ctx(), { cardId: half.id, amountCents: 2_500 });
  await spend(ctx(), { cardId: emptied.id, amountCents: 7_000 });
  await claim(ctx(), { cardId: half.id, email: "ada@example.com" });
  await disable(ctx(), { cardId: disabled.id });
  for (const card of [half, emptied]) await expire("2031-01-31", card);
  await expire("2030-06-30", yen);
  await expire(null, disabled);
  const batchId = newId();
  await pg()`insert into batches (merchant_id, id, name, source, quantity, currency, card_type, actor)
    values (${merchantId}, ${batchId}, 'Spring', 'created', 2, 'USD', 'digital', 'operator')`;
  await pg()`update cards set batch_id = ${batchId} where id in (${unsold.id}, ${yen.id})`;
  const find = (query: Query) => store.owner.get("/cards", query);
  const namesIn = (found: { uuid: string }[]) =>
    found.map(({ uuid }) => CARD_NAMES.find((name) => cards[name].id === uuid));
  /** The names of the cards that a query finds, and the total it reports. */
  const found = async (query: Query) => {
    const { body } = await find(query);
    return [namesIn(body.cards), body.total];
  };
  return { ...store, cards, batchId, find, namesIn, found };
}

test("the list says which cards are frozen, and lists them alone, and what is held of their balance", async () => {
  const { ctx, cards, find, found } = await storeWithCards();
  await place(ctx, cards.half.id, { amountCents: 600 });
  await freeze(ctx(), { cardId: cards.half.id });
  const { body } = await find({});
  expect(body.cards.filter(({ frozen }: { frozen: boolean }) => frozen)).toMatchObject([
    { uuid: cards.half.id, status: "active", balanceCents: 2_500, availableCents: 1_900 },
  ]);
  expect(body.cards[0]).toMatchObject({ balanceCents: 3_000, availableCents: 3_000 });
  expect(await found({ status: "frozen" })).toEqual([["half"], null]);
  expect(await found({ status: "frozen", cardType: "physical" })).toEqual([[], null]);
});

test("each filter finds its cards, with a total where one is counted", async () => {
  const { batchId, found } = await storeWithCards();
  const long = "2020-01-01T00:00:00Z";
  for (const [query, names, total] of [
    [{}, ["disabled", "emptied", "yen", "half", "unsold"], 5],
    [{ status: "active" }, ["emptied", "yen", "half"], 3],
    [{ cardType: "physical" }, ["disabled", "unsold"], 2],
    [{ currency: "JPY" }, ["yen"], null],
    [{ ownerEmail: "ADA@example.com" }, ["half"], 1],
    [{ batchId }, ["yen", "unsold"], 2],
    [{ balance: "none" }, ["emptied", "unsold"], null],
    [{ balance: "any", status: "active" }, ["yen", "half"], null],
    [{ minBalanceCents: "2500", currency: "USD" }, ["disabled", "half"], null],
    [{ minBalanceCents: "1", maxBalanceCents: "2999", currency: "USD" }, ["half"], null],
    [{ expiresFrom: "2030-06-30", expiresTo: "2031-01-30" }, ["yen"], null],
    [{ expiresTo: "2031-01-31" }, ["emptied", "yen", "half"], null],
    [{ createdFrom: long, createdTo: "2020-01-02T00:00:00Z" }, [], null],
    [{ createdFrom: long }, ["disabled", "emptied", "yen", "half", "unsold"], null],
  ] as [Query, string[], number | null][]) {
    expect(await found(query), JSON.stringify(query)).toEqual([names, total]);
  }
});

test("an expired card is found as expired and not as active, and both are counted", async () => {
  const { cards, found } = await storeWithCards();
  await pg()`update cards set expires_on = current_date - 2
    where id in (${cards.half.id}, ${cards.disabled.id})`;
  for (const [query, names, total] of [
    [{ status: "active" }, ["emptied", "yen"], 2],
    [{ status: "expired" }, ["half"], 1],
    [{ status: "expired", cardType: "physical" }, [], 0],
    [{ status: "active", ownerEmail: "ada@example.com" }, [], 0],
    [{ status: "expired", sort: "expiring" }, ["half"], null],
    [{ status: "disabled" }, ["disabled"], 1],
  ] as [Query, string[], number | null][]) {
    expect(await found(query), JSON.stringify(query)).toEqual([names, total]);
  }
});

test("cards are counted by state under the other filters, as their lists are", async () => {
  const { owner, cards, batchId, find } = await storeWithCards();
  await pg()`update cards set expires_on = current_date - 2 where id = ${cards.half.id}`;
  const states = ["active", "inactive", "disabled", "expired"];
  for (const query of [{}, { cardType: "physical" }, { batchId }, { currency: "JPY" }] as Query[]) {
    const { body } = await owner.get("/cards/counts", query);
    const totals = await Promise.all(
      [undefined, ...states].map(
        async (status) => (await find(status ? { ...query, status } : query)).body.total,
      ),
    );
    expect(
      ["all", ...states].map((state) => body[state]),
      JSON.stringify(query),
    ).toEqual(totals);
  }
  expect((await owner.get("/cards/counts")).body).toMatchObject({ all: 5, active: 2, expired: 1 });
  expect((await owner.get("/cards/counts", { status: "active" })).status).toBe(400);
});

test("beyond 10,000 past expiration dates, active and expired cards are not counted", async () => {
  const { merchantId, find } = await storeWithCards();
  const add = (count: number) => pg()`insert into cards
      (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status, card_type, expires_on)
    select ${merchantId}, gen_random_uuid(), sha256(random()::text::bytea), '', '2222', 'USD',
      'disabled', 'digital', current_date - 2 from generate_series(1, ${count}::int)`;
  const totals = async () => [
    (await find({ status: "active" })).body.total,
    (await find({ status: "expired" })).body.total,
  ];
  await add(10_000);
  expect(await totals()).toEqual([3, 0]);
  await add(1);
  expect(await totals()).toEqual([null, null]);
});

test("pages go on by cursor without a gap, in every order", async () => {
  const { find, namesIn } = await storeWithCards();
  for (const [sort, names] of Object.entries({
    newest: ["disabled", "emptied", "yen", "half", "unsold"],
    oldest: ["unsold", "half", "yen", "emptied", "disabled"],
    expiring: ["yen", "half", "emptied"],
    expiring_last: ["emptied", "half", "yen"],
  })) {
    const seen = await allPages<{ uuid: string }>((page) => find({ sort, ...page }));
    expect(namesIn(seen), sort).toEqual(names);
  }
});

test("a cursor belongs to its order, its filters and its store: any other is a 400", async () => {
  const { find } = await storeWithCards();
  const other = await storeWithPeople();
  const query = { sort: "newest", currency: "USD", limit: "1" };
  const { nextCursor: cursor } = (await find(query)).body;
  for (const answer of [
    find({ ...query, cursor, sort: "oldest" }),
    find({ ...query, cursor, status: "active" }),
    find({ ...query, cursor: `${cursor}AA` }),
    other.owner.get("/cards", { ...query, cursor }),
  ]) {
    expect(await outcomeOf(answer)).toBe("400 invalid_request cursor");
  }
});

test("the currencies in use are those of the store's cards, each once", async () => {
  const { owner, card } = await storeWithCards();
  await card({ currency: "EUR" });
  const { body } = await owner.get("/currencies");
  expect(body).toEqual({ currencies: ["EUR", "JPY", "USD"] });
  const nobody = await storeWithPeople();
  expect((await nobody.owner.get("/currencies")).body).toEqual({ currencies: [] });
});

test("neither list nor file has a code, nor a card of another store", async () => {
  const { owner, cards } = await storeWithCards();
  const stranger = await storeWithPeople();
  for (const path of ["/cards", "/cards/export"]) {
    const { text } = await owner.get(path);
    const foreign = await stranger.owner.get(path);
    for (const { id, code } of Object.values(cards)) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(formatCode(code));
      expect(text).toContain(code.slice(-4));
      expect(foreign.text).not.toContain(id);
    }
  }
  expect((await stranger.owner.get("/cards")).body).toMatchObject({ cards: [], total: 0 });
});

test.each(["newest", "expiring"] as const)(
  "the file has what the list shows, %s first, and the log says who took it",
  async (sort) => {
    const { owner, merchantId, find } = await storeWithCards();
    const query = { sort, currency: "USD", status: "active" };
    const rows = csvRowsOf(await owner.get("/cards/export", query));
    const { cards } = (await find(query)).body;
    expect(rows).toEqual(
      cards.map((card: Record<string, string | number | null>) => ({
        "Card ending in": card.last4,
        Status: card.status,
        Type: card.cardType,
        "Store credit": "no",
        Currency: card.currency,
        Balance: (Number(card.balanceCents) / 100).toFixed(2),
        "Balance in minor units": String(card.balanceCents),
        Customer: card.ownerEmail ?? "",
        Expires: card.expiresOn ?? "",
        "Created (UTC)": card.createdAt,
        Metadata: "",
        "Batch ID": card.batchId ?? "",
        "Card ID": card.uuid,
      })),
    );
    expect(rows).toHaveLength(2);
    expect(await auditOf(merchantId, "cards.exported")).toMatchObject([
      {
        actor: `user:${owner.userId}`,
        details: { sort, filters: { currency: "USD", status: "active", expired: false } },
      },
    ]);
  },
);
