import { describe, expect, test } from "vitest";
import { ListCardsQuery } from "@/lib/api/contract/v1/card";
import { parseQuery } from "@/lib/api/kernel/parse";
import { pg } from "@/lib/db/client/client";
import { twoAgreedStores } from "@/lib/testing/ledger-fixtures";
import { auditOf } from "@/lib/testing/portal";
import { allPages, type Caller, outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { storeWithTill } from "@/lib/testing/till";
import { consumerWithWallet, uniqueEmail } from "@/lib/testing/wallet";

const idsOf = ({ body }: Awaited<ReturnType<Caller["get"]>>) =>
  (body.cards ?? body.transactions).map((row: { uuid: string; id: string }) => row.uuid ?? row.id);

const SALE = { note: "Birthday", referenceId: "receipt-7", metadata: { register: "2" } };
const SHOWN_SALE = { description: "Birthday", referenceId: "receipt-7", metadata: SALE.metadata };

describe.each(["A", "B"] as const)("in Shape %s", (shape) => {
  test("a card shows its metadata wherever it is shown, and {} without", async () => {
    const { till, cardWith } = await storeWithTill(shape);
    const metadata = { rack: "4B", constructor: "x", "a.b-c_D": "Ünïcode ✓" };
    const { uuid, ...created } = await cardWith({ ...metadata, empty: "" });
    expect(created.metadata).toEqual(metadata);
    expect((await till.get(`/cards/${uuid}`)).body.metadata).toEqual(metadata);
    const { code } = created;
    expect((await till.post("/cards/lookup", { code })).body.metadata).toEqual(metadata);
    expect((await till.get("/cards")).body.cards[0].metadata).toEqual(metadata);
    const activated = await till.post(`/cards/${uuid}/activate`, {
      amountCents: 500,
      currency: "USD",
    });
    expect(activated.body.metadata).toEqual(metadata);
    expect((await till.post(`/cards/${uuid}/disable`)).body.metadata).toEqual(metadata);
    expect((await cardWith()).metadata).toEqual({});
    expect((await cardWith({})).metadata).toEqual({});
  });

  test("activation, redemption, refund, load and store credit keep note, reference and metadata on the movement, not on the card", async () => {
    const { till, cardWith } = await storeWithTill(shape);
    const { uuid } = await cardWith({ rack: "4B" });
    const sale = { amountCents: 100, ...SALE };
    const email = uniqueEmail();
    await till.post(`/cards/${uuid}/activate`, { ...sale, currency: "USD" });
    await till.post(`/cards/${uuid}/debit`, sale);
    await till.post(`/cards/${uuid}/credit`, sale);
    await till.post("/cards/load", { ...sale, cardUuid: uuid });
    await till.post("/store-credit", { ...sale, email, currency: "USD" });
    const { transactions } = (await till.get("/transactions")).body;
    expect(transactions).toHaveLength(5);
    for (const one of transactions) expect(one).toMatchObject(SHOWN_SALE);
    const card = (await till.get(`/cards/${uuid}`)).body;
    expect(card.metadata).toEqual({ rack: "4B" });
    for (const one of card.transactions) expect(one).toMatchObject(SHOWN_SALE);
  });

  test("a bad pair is a 400 that names it, and changes nothing", async () => {
    const { till, cardWith, activeCard } = await storeWithTill(shape);
    const uuid = await activeCard();
    const pairs = (count: number, value = "x") =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`, value]));
    const cases: [metadata: unknown, field: string][] = [
      ["text", "metadata"],
      [[], "metadata"],
      [5, "metadata"],
      [pairs(21), "metadata"],
      // 20 pairs of legal length, together above 2 KB.
      [pairs(11, "x".repeat(200)), "metadata"],
      [{ "two words": "x" }, "metadata.two words"],
      [{ "": "x" }, 'metadata.""'],
      [{ ["k".repeat(41)]: "x" }, `metadata.${"k".repeat(41)}`],
      [JSON.parse('{"__proto__":"x"}'), "metadata.__proto__"],
      [{ order: "x".repeat(201) }, "metadata.order"],
      [{ order: 5 }, "metadata.order"],
      [{ order: { id: "x" } }, "metadata.order"],
      [{ order: "a\0b" }, "metadata.order"],
      [{ order: "\ud800" }, "metadata.order"],
    ];
    for (const [metadata, field] of cases) {
      const body = { amountCents: 1, metadata };
      const answers = [
        till.post("/cards", { currency: "USD", cardType: "digital", metadata }),
        till.post(`/cards/${uuid}/debit`, body),
        till.patch(`/cards/${uuid}`, { metadata }),
      ];
      for (const answer of answers) {
        expect(await outcomeOf(answer), field).toBe(`400 invalid_request ${field}`);
      }
    }
    expect((await till.get("/cards")).body.total).toBe(1);
    expect((await till.get(`/cards/${uuid}`)).body).toMatchObject({
      metadata: {},
      transactions: [{ sequence: 1 }],
    });
    const full = { ...pairs(20), "key-19": "x".repeat(200), [`k${"k".repeat(39)}`]: "" };
    expect(await outcomeOf(till.patch(`/cards/${uuid}`, { metadata: full }))).toContain("400");
    const { [`k${"k".repeat(39)}`]: _, ...fits } = full;
    expect((await cardWith(fits)).metadata).toEqual(fits);
  });
});

describe("PATCH /cards/{uuid}", () => {
  test("merges pairs: null or an empty value removes one, null removes all", async () => {
    const { id: merchantId, till, cardWith } = await storeWithTill();
    const { uuid, updatedAt } = await cardWith({ rack: "4B", batch: "9", shelf: "1" });
    const patch = async (body: object) => (await till.patch(`/cards/${uuid}`, body)).body;
    const merged = await patch({ metadata: { rack: "5A", batch: null, shelf: "", lane: "2" } });
    expect(merged.metadata).toEqual({ rack: "5A", lane: "2" });
    expect(Date.parse(merged.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
    for (const nothing of [{}, { metadata: {} }, { metadata: { rack: "5A", absent: null } }]) {
      expect(await patch(nothing)).toEqual(merged);
    }
    expect((await patch({ metadata: null })).metadata).toEqual({});
    expect((await till.get(`/cards/${uuid}`)).body.metadata).toEqual({});
    expect(await auditOf(merchantId, "card.metadata_changed")).toMatchObject([
      { details: { metadata: { lane: { from: null, to: "2" }, batch: { from: "9", to: null } } } },
      { details: { metadata: { rack: { from: "5A", to: null } } } },
    ]);
  });

  test("refuses pairs that exceed the limits together with those the card has", async () => {
    const { till, cardWith } = await storeWithTill();
    const many = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, "x"]));
    const { uuid } = await cardWith(many("a", 15));
    const patch = (metadata: object) => till.patch(`/cards/${uuid}`, { metadata });
    expect(await outcomeOf(patch(many("b", 6)))).toBe("400 invalid_request metadata");
    expect((await patch({ ...many("b", 6), a0: null })).status).toBe(200);
    expect(Object.keys((await till.get(`/cards/${uuid}`)).body.metadata)).toHaveLength(20);
  });

  test("works on a disabled card, needs cards:write, and moves no money", async () => {
    const { ctx, till, activeCard } = await storeWithTill();
    const uuid = await activeCard();
    await till.post(`/cards/${uuid}/disable`);
    const body = { metadata: { why: "lost" } };
    const reader = await callerWithKey(ctx(), { scopes: ["cards:read", "money:write"] });
    expect(await outcomeOf(reader.patch(`/cards/${uuid}`, body))).toBe("403 insufficient_scope");
    const [before] = await pg()`select balance_cents, sequence from cards where id = ${uuid}`;
    expect((await till.patch(`/cards/${uuid}`, body)).body).toMatchObject(body);
    expect(await pg()`select balance_cents, sequence from cards where id = ${uuid}`).toEqual([
      before,
    ]);
    expect(
      await pg()`select from events where card_id = ${uuid}
      and event not in ('card.activated', 'card.balance_changed', 'card.disabled')`,
    ).toHaveLength(0);
  });

  test("of another store's card is a 404, and changes nothing", async () => {
    const [home, away] = [await storeWithTill(), await storeWithTill()];
    const { uuid } = await home.cardWith({ rack: "4B" });
    const stolen = away.till.patch(`/cards/${uuid}`, { metadata: { rack: "mine" } });
    expect(await outcomeOf(stolen)).toBe("404 not_found");
    expect((await home.till.get(`/cards/${uuid}`)).body.metadata).toEqual({ rack: "4B" });
  });
});

describe("GET /cards?metadata[key]=value", () => {
  test("lists the store's cards that have all of the pairs, counted and page by page", async () => {
    const [{ till, cardWith }, other] = [await storeWithTill(), await storeWithTill()];
    const created: string[] = [];
    for (let n = 0; n < 5; n++) {
      created.unshift((await cardWith({ campaign: "spring", place: n % 2 ? "b" : "a" })).uuid);
    }
    await cardWith({ campaign: "summer" });
    await cardWith();
    await other.cardWith({ campaign: "spring", place: "a" });
    const spring = await till.get("/cards", { "metadata[campaign]": "spring" });
    expect([idsOf(spring), spring.body.total]).toEqual([created, 5]);
    const both = { "metadata[place]": "a", "metadata[campaign]": "spring" };
    const placed = await till.get("/cards", both);
    expect([idsOf(placed), placed.body.total]).toEqual([created.filter((_, n) => n % 2 === 0), 3]);
    const pages = await allPages<{ uuid: string }>((page) =>
      till.get("/cards", { ...both, ...page }),
    );
    expect(pages.map(({ uuid }) => uuid)).toEqual(idsOf(placed));
    for (const [key, value] of [
      ["campaign", "Spring"],
      ["Campaign", "spring"],
    ]) {
      const none = { [`metadata[${key}]`]: String(value) };
      expect((await till.get("/cards", none)).body).toMatchObject({ cards: [], total: 0 });
    }
    const active = await till.get("/cards", { ...both, status: "active" });
    expect(active.body).toMatchObject({ cards: [], total: 0 });
    const { nextCursor } = (await till.get("/cards", { ...both, limit: "1" })).body;
    const turned = { "metadata[campaign]": "spring", "metadata[place]": "a", cursor: nextCursor };
    expect((await till.get("/cards", turned)).status).toBe(200);
    const foreign = till.get("/cards", { "metadata[campaign]": "spring", cursor: nextCursor });
    expect(await outcomeOf(foreign)).toBe("400 invalid_request cursor");
  });

  test("follows a change of the pairs", async () => {
    const { till, cardWith } = await storeWithTill();
    const { uuid } = await cardWith({ order: "1" });
    await till.patch(`/cards/${uuid}`, { metadata: { order: "2" } });
    expect(idsOf(await till.get("/cards", { "metadata[order]": "1" }))).toEqual([]);
    expect(idsOf(await till.get("/cards", { "metadata[order]": "2" }))).toEqual([uuid]);
  });

  test("names what is wrong with a filter", async () => {
    const { till } = await storeWithTill();
    for (const [query, field] of [
      [{ metadata: "1" }, "metadata"],
      [{ metadata: "1", "metadata[order]": "1" }, "metadata"],
      [{ "metadata[]": "1" }, 'metadata.""'],
      [{ "metadata[order]": "" }, "metadata.order"],
      [{ "metadata[two words]": "1" }, "metadata.two words"],
      [{ "metadata[__proto__]": "1" }, "metadata.__proto__"],
      [{ "metadata[a][b]": "1" }, "metadata[a][b]"],
      [{ "limit[order]": "1" }, "limit[order]"],
    ] as [Record<string, string>, string][]) {
      expect(await outcomeOf(till.get("/cards", query))).toBe(`400 invalid_request ${field}`);
    }
    const twice = () => parseQuery(ListCardsQuery, "?metadata[order]=1&metadata%5Border%5D=2");
    expect(twice).toThrow("metadata[order]: must be sent only once");
    const elsewhere = till.get("/batches", { "metadata[order]": "1" });
    expect(await outcomeOf(elsewhere)).toBe("400 invalid_request metadata");
  });
});

test("a transfer puts note and reference on both movements, and metadata on the sender's alone", async () => {
  const [home, away] = await twoAgreedStores();
  const [from, to] = [await callerWithKey(home.ctx()), await callerWithKey(away.ctx())];
  const activeCard = async (till: Caller) => {
    const { uuid, code } = (await till.post("/cards", { currency: "USD" })).body;
    await till.post(`/cards/${uuid}/activate`, { amountCents: 500 });
    return { uuid, code };
  };
  const [source, target] = [await activeCard(from), await activeCard(to)];
  const order = { fromCardUuid: source.uuid, toCode: target.code, amountCents: 100, ...SALE };
  const sent = await from.post("/transfers", order);
  expect([sent.status, sent.body.transaction]).toMatchObject([201, SHOWN_SALE]);
  const [received] = (await to.get("/transactions", { type: "transfer_in" })).body.transactions;
  expect(received).toMatchObject({ ...SHOWN_SALE, metadata: {} });
});

test("a webhook's body has no metadata, and a consumer's cards and history neither", async () => {
  const { till } = await storeWithTill();
  const ada = await consumerWithWallet();
  const body = { currency: "USD", metadata: { rack: "4B" }, ownerEmail: ada.email };
  const { uuid } = (await till.post("/cards", body)).body;
  await till.post(`/cards/${uuid}/activate`, { amountCents: 500, ...SALE });
  const events = await pg()`select to_jsonb(e) as row from events e where card_id = ${uuid}`;
  const shown = [
    JSON.stringify(events),
    (await ada.get("/cards")).text,
    (await ada.get(`/cards/${uuid}`)).text,
    (await ada.get(`/cards/${uuid}/history`)).text,
  ];
  expect(shown.map((text) => text.includes(uuid))).toEqual([true, true, true, true]);
  for (const text of shown) expect(text).not.toMatch(/register|rack|receipt-7/);
});

test("a replay shows the metadata of the first response, and another metadata is another request", async () => {
  const { till, activeCard } = await storeWithTill();
  const uuid = await activeCard();
  const headers = { "idempotency-key": "receipt-7" };
  const debit = (metadata: object) =>
    till.post(`/cards/${uuid}/debit`, { amountCents: 1, metadata }, { headers });
  const first = await debit(SALE.metadata);
  expect((await debit(SALE.metadata)).text).toBe(first.text);
  expect(await outcomeOf(debit({ register: "3" }))).toBe("409 idempotency_key_reused");
});
