import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { formatCode, generateCode } from "@/lib/domain/cards/code";
import { credit } from "@/lib/domain/cards/credit";
import { spend } from "@/lib/domain/cards/spend";
import { asOwner } from "@/lib/testing/database";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { allPages, type Caller, csvRowsOf, outcomeOf } from "@/lib/testing/requests";

type Row = Record<string, string>;

async function addBatch(merchantId: string, name: string, cardIds: string[]) {
  const batchId = newId();
  await pg()`insert into batches (merchant_id, id, name, source, quantity, currency, card_type, actor)
    values (${merchantId}, ${batchId}, ${name}, 'created', 2, 'USD', 'digital', 'operator')`;
  await pg()`update cards set batch_id = ${batchId} where id = any(${cardIds})`;
  return batchId;
}

/** A store with Ken Hill's card, redeemed at the till, another customer's, one in yen and one unsold. */
async function storeToSearch() {
  const store = await storeWithPeople();
  const { ctx, card, merchantId } = store;
  const kens = await card({ amountCents: 5_000, owner: "ken.hill@example.com" });
  const graces = await card({ amountCents: 7_000, owner: "grace@example.com" });
  const yen = await card({ amountCents: 900, currency: "JPY" });
  const unsold = await card({});
  await pg()`update customers set name = 'Ken Hill'
    where merchant_id = ${merchantId} and email = 'ken.hill@example.com'`;
  const { transaction } = await spend(ctx(), {
    cardId: kens.id,
    amountCents: 1_234,
    referenceId: "R-7KQM2XWP",
  });
  await credit(ctx(), { cardId: graces.id, amountCents: 100, referenceId: "order-77" });
  await addBatch(merchantId, "Spring 2026", [yen.id, unsold.id]);
  const cards = { kens, graces, yen, unsold };
  const nameOf = (id: string) =>
    Object.entries(cards).find(([, { id: one }]) => one === id)?.[0] ?? "a stranger's";
  return { ...store, cards, redemption: transaction.id, nameOf };
}

const TERMS = ({ cards, redemption }: Awaited<ReturnType<typeof storeToSearch>>) =>
  [
    // A term, the cards that it finds, and the number of transactions.
    [cards.kens.code.slice(-4).toLowerCase(), ["kens"], 2],
    [cards.yen.id.toUpperCase(), ["yen"], 1],
    ["ken.hill@example.com", ["kens"], 2],
    ["n.Hill@ex", ["kens"], 2],
    ["ken hill", ["kens"], 2],
    ["Hill  KEN", ["kens"], 2],
    ["@example", ["graces", "kens"], 4],
    [" R-7KQM2XWP ", ["kens"], 1],
    ["r7kqm2xwp", ["kens"], 1],
    ["ORDER-77", ["graces"], 1],
    [redemption, ["kens"], 1],
    ["spring", ["unsold", "yen"], 1],
    ["$12.34", ["kens"], 1],
    ["12,34 USD", ["kens"], 1],
    ["37.66", ["kens"], 0],
    ["¥900", ["yen"], 1],
    ["71.00", ["graces"], 0],
    ["nobody%", [], 0],
    [newId(), [], 0],
  ] as [string, string[], number][];

test("a search finds cards by last 4, ID, email, name, receipt, reference, batch and amount, and the file has the same", async () => {
  const store = await storeToSearch();
  const { owner, nameOf } = store;
  for (const [search, names] of TERMS(store)) {
    const { body } = await owner.get("/cards", { search });
    const found = (body.cards as Row[]).map(({ uuid }) => nameOf(uuid ?? ""));
    expect([search, found, body.total]).toEqual([search, names, names.length]);
    const rows = csvRowsOf(await owner.get("/cards/export", { search }));
    expect([search, rows.map((row) => nameOf(row["Card ID"] ?? ""))]).toEqual([search, names]);
    const counts = (await owner.get("/cards/counts", { search })).body;
    expect([search, counts.all]).toEqual([search, names.length]);
  }
  expect((await owner.get("/cards/counts", { search: "spring" })).body).toMatchObject({
    all: 2,
    circulating: 1,
    active: 1,
    inactive: 1,
    expired: 0,
  });
});

test("a search finds transactions by what finds cards, and by their own ID, reference and amount", async () => {
  const store = await storeToSearch();
  const { owner } = store;
  for (const [search, , count] of TERMS(store)) {
    const { body } = await owner.get("/transactions", { search });
    expect([search, body.movements.length]).toEqual([search, count]);
    const rows = csvRowsOf(await owner.get("/transactions/export", { search }));
    expect(rows.map((row) => row["Transaction ID"])).toEqual(
      body.movements.map(({ id }: Row) => id),
    );
    const pages = await allPages<Row>((page) => owner.get("/transactions", { search, ...page }));
    expect(pages).toEqual(body.movements);
  }
});

test("a search is one filter of several, keeps the order, and is in the audit log as it was typed", async () => {
  const { owner, cards, merchantId } = await storeToSearch();
  const search = "@example";
  const ids = async (query: Row) =>
    (await allPages<Row>((page) => owner.get("/cards", { search, ...query, ...page }))).map(
      ({ uuid }) => uuid,
    );
  expect(await ids({ sort: "oldest" })).toEqual([cards.kens.id, cards.graces.id]);
  expect(await ids({ sort: "highest", currency: "USD" })).toEqual([cards.graces.id, cards.kens.id]);
  expect(await ids({ sort: "last_used" })).toEqual([cards.graces.id, cards.kens.id]);
  expect(await ids({ status: "inactive" })).toEqual([]);
  const kind = { search, kind: "spend" };
  expect((await owner.get("/transactions", kind)).body.movements).toHaveLength(1);
  await owner.get("/cards/export", { search });
  expect(await auditOf(merchantId, "cards.exported")).toMatchObject([
    { details: { filters: { search } } },
  ]);
});

test("a search finds nothing of another store, whatever is the same there", async () => {
  const [own, other] = [await storeToSearch(), await storeToSearch()];
  for (const [search, names, count] of TERMS(other)) {
    const { cards } = (await own.owner.get("/cards", { search })).body;
    const { movements } = (await own.owner.get("/transactions", { search })).body;
    const strangers = new Set(Object.values(other.cards).map(({ id }) => id));
    expect(cards.filter(({ uuid }: Row) => strangers.has(uuid ?? ""))).toEqual([]);
    expect(movements.filter(({ cardUuid }: Row) => strangers.has(cardUuid ?? ""))).toEqual([]);
    // What is the same in both finds as much here.
    const isOwn = [other.redemption, ...strangers].every((id) => id !== search.toLowerCase());
    if (isOwn && search.length > 4) {
      expect([search, cards.length, movements.length]).toEqual([search, names.length, count]);
    }
  }
});

test("a search of fewer than 3 or more than 320 characters, or with a code, is a 400 that names it", async () => {
  const { owner, cards } = await storeToSearch();
  for (const search of ["ab", "a".repeat(321), cards.kens.code, formatCode(cards.kens.code)]) {
    for (const path of ["/cards", "/cards/counts", "/cards/export", "/transactions"]) {
      expect(await outcomeOf(owner.get(path, { search })), path).toBe("400 invalid_request search");
    }
  }
});

test("what may be a code is resolved by POST: a card's to its ID, another text to itself, or what finds nothing to its end", async () => {
  const store = await storeToSearch();
  const { owner, cards } = store;
  const stranger = (await storeWithPeople()).owner;
  const { code, id } = cards.kens;
  const resolve = async ({ post }: Caller, term: string) =>
    (await post("/search", { term })).body.search;
  for (const [by, term, search] of [
    [owner, code, id],
    [owner, ` ${formatCode(code).toLowerCase().replaceAll("-", " ")}`, id],
    [owner, "r-7kqm2xwp", "r-7kqm2xwp"],
    [owner, "Spring 2026", "Spring 2026"],
    [owner, id, id],
    [owner, "2500", "2500"],
    [owner, "grace@example.com", "grace@example.com"],
    [owner, code.slice(0, 10), `•••• ${code.slice(6, 10)}`],
    [stranger, code, `•••• ${code.slice(-4)}`],
    [stranger, "r-7kqm2xwp", "•••• 2XWP"],
  ] as [Caller, string, string][]) {
    expect(await resolve(by, term), term).toBe(search);
  }
  const { body } = await owner.get("/cards", { search: `•••• ${code.slice(-4)}` });
  expect(body).toMatchObject({ cards: [], total: 0 });
});

test("a reference that looks like one of our codes finds its newest transaction", async () => {
  const { owner, cards, ctx } = await storeToSearch();
  const referenceId = generateCode();
  const pay = () => spend(ctx(), { cardId: cards.graces.id, amountCents: 10, referenceId });
  await pay();
  const { transaction } = await pay();
  const { search } = (await owner.post("/search", { term: referenceId })).body;
  const { movements } = (await owner.get("/transactions", { search })).body;
  expect(movements.map(({ id }: Row) => id)).toEqual([transaction.id]);
  const found = (await owner.get("/cards", { search })).body.cards;
  expect(found.map(({ uuid }: Row) => uuid)).toEqual([cards.graces.id]);
});

test("a search that matches more customers or batches than it reads says that it is incomplete", async () => {
  const { owner, merchantId, cards } = await storeToSearch();
  expect((await owner.get("/cards", { search: "spring" })).body.isIncomplete).toBe(false);
  for (let n = 0; n < 10; n++) await addBatch(merchantId, `Springtime ${n}`, [cards.unsold.id]);
  expect((await owner.get("/cards", { search: "spring" })).body.isIncomplete).toBe(true);
  expect((await owner.get("/transactions", { search: "spring" })).body.isIncomplete).toBe(true);
});

test("unsold stock is hidden on request, in every order, in the counts and the file; an inactive card of a customer is not", async () => {
  const { owner, card, cards, nameOf } = await storeToSearch();
  const promised = await card({ owner: "ken.hill@example.com" });
  for (const [sort, names] of [
    ["newest", [promised.id, cards.yen.id, cards.graces.id, cards.kens.id]],
    ["oldest", [cards.kens.id, cards.graces.id, cards.yen.id, promised.id]],
    ["last_used", [cards.graces.id, cards.kens.id, cards.yen.id]],
    ["expiring", [cards.kens.id, cards.graces.id, cards.yen.id]],
  ] as [string, string[]][]) {
    const query = { sort, unsold: "hidden" };
    const seen = await allPages<Row>((page) => owner.get("/cards", { ...query, ...page }));
    expect([sort, seen.map(({ uuid }) => nameOf(uuid ?? ""))]).toEqual([sort, names.map(nameOf)]);
    const rows = csvRowsOf(await owner.get("/cards/export", query));
    expect(rows.map((row) => row["Card ID"])).toEqual(seen.map(({ uuid }) => uuid));
  }
  expect((await owner.get("/cards", { unsold: "hidden" })).body.total).toBe(4);
  expect(
    (await owner.get("/cards", { unsold: "hidden", limit: "2", offset: "2" })).body,
  ).toMatchObject({ cards: [{ uuid: cards.graces.id }, { uuid: cards.kens.id }] });
  expect((await owner.get("/cards/counts")).body).toMatchObject({
    all: 5,
    circulating: 4,
    active: 3,
    inactive: 2,
  });
});

test("cards are sorted by balance in one currency, up to 20,000 of them, and by their last movement", async () => {
  const { owner, cards, ctx, merchantId } = await storeToSearch();
  const sorted = async (query: Row) =>
    (await allPages<Row>((page) => owner.get("/cards", { ...query, ...page }))).map(
      ({ uuid }) => uuid,
    );
  const { kens, graces, yen, unsold } = cards;
  expect(await sorted({ sort: "highest", currency: "USD" })).toEqual([
    graces.id,
    kens.id,
    unsold.id,
  ]);
  expect(await sorted({ sort: "lowest", currency: "USD" })).toEqual([
    unsold.id,
    kens.id,
    graces.id,
  ]);
  expect(await sorted({ sort: "last_used" })).toEqual([graces.id, kens.id, yen.id]);
  await spend(ctx(), { cardId: yen.id, amountCents: 1 });
  expect(await sorted({ sort: "last_used" })).toEqual([yen.id, graces.id, kens.id]);
  const [newest] = (await owner.get("/cards", { sort: "last_used" })).body.cards;
  expect(Date.now() - Date.parse(newest.lastUsedAt)).toBeLessThan(600_000);

  const byBalance = { sort: "highest", currency: "USD", status: "active" };
  expect(await outcomeOf(owner.get("/cards", { sort: "lowest" }))).toBe(
    "400 invalid_request currency",
  );
  await pg()`update card_counts set count = count + 20000
    where merchant_id = ${merchantId} and status = 'active'`;
  expect(await outcomeOf(owner.get("/cards", byBalance))).toBe("400 invalid_request sort");
  expect(await outcomeOf(owner.get("/cards", { ...byBalance, search: "@example" }))).toBe("200");
});

test("no index keeps a debit's change of a card from staying on its page", async () => {
  const { cards } = await storeToSearch();
  const hot = await asOwner((owner) =>
    owner.begin(async (sql) => {
      await sql`update cards set balance_cents = balance_cents - 1, sequence = sequence + 1,
        updated_at = now() where id = ${cards.kens.id}`;
      const [row] = await sql`
        select pg_stat_get_xact_tuples_hot_updated('cards'::regclass)::int as updates`;
      await sql`rollback`;
      return row?.updates;
    }),
  );
  expect(hot).toBe(1);
});
