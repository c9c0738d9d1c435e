import { expect } from "vitest";
import {
  expectInvalid,
  expectRefusal,
  expectStatus,
  ISO_INSTANT,
  keysOf,
  UUID,
} from "@/lib/testing/api/expectations";
import { asCardA, RESOURCE_KEYS, SHAPES } from "@/lib/testing/api/shapes";
import { test } from "@/lib/testing/api/test";

for (const shape of SHAPES) {
  test(`a new card is inactive and empty (Shape ${shape})`, async ({ merchant, tills }) => {
    const ownerEmail = " Ada.Lovelace@Example.COM ";
    const wanted = { currency: "EUR", cardType: "physical", ownerEmail };
    const made = await tills[shape].post("/cards", wanted);

    expectStatus(made, 201);
    expect(made.body.status).toBe(shape === "A" ? "inactive" : "unactivated");
    const card = asCardA(made.body);
    expect(card).toMatchObject({
      currency: "EUR",
      balanceCents: 0,
      cardType: "physical",
      ownerEmail: "ada.lovelace@example.com",
      merchantId: merchant.merchantId,
      expiresOn: null,
    });
    expect(card.uuid).toMatch(UUID);
    expect(card.code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/);
    expect(card.createdAt).toMatch(ISO_INSTANT);
    expect(card.updatedAt).toMatch(ISO_INSTANT);
    expect(asCardA((await tills[shape].get(`/cards/${card.uuid}`)).body)).toMatchObject(card);
  });

  test(`an invalid field of a new card is named (Shape ${shape})`, async ({ tills }) => {
    const valid = { currency: "USD", cardType: "digital" };
    const wrong: [field: string, value: unknown][] = [
      ...["usd", "US", "USDD", "XYZ", "", 840, null].map((c): [string, unknown] => ["currency", c]),
      ...["plastic", "", "DIGITAL", 1, null].map((t): [string, unknown] => ["cardType", t]),
      ...["", "ada", "ada@", "@example.com", "a b@example.com", 5, null].map(
        (email): [string, unknown] => ["ownerEmail", email],
      ),
      ["balanceCents", 100],
      ["status", "active"],
      ["merchantId", "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e"],
    ];
    for (const [field, value] of wrong) {
      expectInvalid(await tills[shape].post("/cards", { ...valid, [field]: value }), field);
    }
    expectInvalid(await tills[shape].post("/cards", { cardType: "digital" }), "currency");

    expect((await tills.A.get("/cards")).body.total).toBe(0);
  });
}

test("cardType defaults to digital in Shape A and is required in Shape B", async ({ tills }) => {
  const made = await tills.A.post("/cards", { currency: "USD" });
  expectStatus(made, 201);
  expect(made.body.cardType).toBe("digital");

  expectInvalid(await tills.B.post("/cards", { currency: "USD" }), "cardType");
});

test("a card's code is nowhere in the database as it is printed", async ({ newCard, sql }) => {
  const { uuid, code } = await newCard();
  const [row] = await sql`select to_jsonb(c)::text as stored from cards c where id = ${uuid}`;

  expect(row?.stored).toContain(uuid);
  for (const form of [code, code.replaceAll("-", "")]) {
    // Bytes are printed as hex.
    for (const shown of [form, Buffer.from(form).toString("hex")]) {
      expect(row?.stored).not.toContain(shown);
    }
  }
});

const uuidsOf = (body: { cards: { uuid: string }[] }) => body.cards.map(({ uuid }) => uuid);

for (const shape of SHAPES) {
  test(`cards are listed newest first (Shape ${shape})`, async ({ newCard, tills }) => {
    const first = await newCard();
    const second = await newCard();

    const list = await tills[shape].get("/cards");

    expectStatus(list, 200);
    expect(keysOf(list.body)).toEqual(RESOURCE_KEYS.page[shape]("cards"));
    expect(list.body).toMatchObject({ total: 2, limit: 20, offset: 0 });
    expect(uuidsOf(list.body)).toEqual([second.uuid, first.uuid]);
    for (const card of list.body.cards) expect(keysOf(card)).toEqual(RESOURCE_KEYS.card[shape]);
  });

  test(`cards by either status name (Shape ${shape})`, async ({ activeCard, newCard, tills }) => {
    const inactive = await newCard();
    const active = await activeCard({ amountCents: 100 });
    const disabled = await activeCard({ amountCents: 100 });
    await tills.A.post(`/cards/${disabled.uuid}/disable`);

    for (const [status, card] of [
      ["inactive", inactive],
      ["unactivated", inactive],
      ["active", active],
      ["disabled", disabled],
    ]) {
      const { body } = await tills[shape].get(`/cards?status=${status}`);
      expect(uuidsOf(body), status).toEqual([card.uuid]);
      expect(body.total, status).toBe(1);
    }
    expectInvalid(await tills[shape].get("/cards?status=lost"), "status");
  });
}

test("cards are filtered by type and owner, with exact totals", async ({ api, newCard }) => {
  const digital = await newCard();
  const physical = await newCard({ cardType: "physical" });
  const owned = await newCard({ cardType: "physical", ownerEmail: "ada@example.com" });

  const expected: [query: string, cards: { uuid: string }[]][] = [
    ["cardType=digital", [digital]],
    ["cardType=physical", [owned, physical]],
    ["ownerEmail=ADA%40example.com", [owned]],
    ["ownerEmail=grace%40example.com", []],
    ["ownerEmail=ada%40example.com&cardType=digital", []],
    ["cardType=physical&status=inactive", [owned, physical]],
    ["batchId=0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e", []],
  ];
  for (const [query, cards] of expected) {
    const { body } = await api.get(`/cards?${query}`);
    expect(uuidsOf(body), query).toEqual(cards.map(({ uuid }) => uuid));
    expect(body.total, query).toBe(cards.length);
  }
});

for (const shape of SHAPES) {
  test(`a lookup answers as GET /cards/{uuid} (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid, code } = await activeCard({ amountCents: 100 });

    const found = await tills[shape].post("/cards/lookup", { code });

    expectStatus(found, 200);
    expect(found.text).toBe((await tills[shape].get(`/cards/${uuid}`)).text);
  });
}

for (const path of ["/cards/lookup", "/cards/load", "/cards/redeem"]) {
  const read = path === "/cards/lookup" ? {} : { amountCents: 1 };

  test(`POST ${path} reads a code in any spelling`, async ({ api, newCard }) => {
    const { uuid, code } = await newCard();
    await api.post("/cards/load", { cardUuid: uuid, amountCents: 100 });
    const [lower, bare] = [code.toLowerCase(), code.replaceAll("-", "")];
    for (const spelling of [lower, bare, ` ${code.replaceAll("-", " ")} `]) {
      const { body } = await api.post(path, { ...read, code: spelling });
      expect((body.card ?? body).uuid, spelling).toBe(uuid);
    }
  });

  test(`POST ${path} answers 404 to an unknown or impossible code`, async ({ api, newCard }) => {
    const { code } = await newCard();
    const mistyped = code.slice(0, -1) + (code.endsWith("2") ? "3" : "2");
    const others = [mistyped, code.slice(0, -1), `${code}2`];
    for (const unknown of [...others, "7KQM", "", "0000-0000-0000-0000", "💥".repeat(16)]) {
      const refused = await api.post(path, { ...read, code: unknown });
      expectRefusal(refused, 404, "not_found");
    }
  });
}

test("a lookup without a code, or with one that is not text, is a 400", async ({ api }) => {
  for (const body of [{}, { code: null }, { code: 7 }, { code: ["7KQM"] }]) {
    expectInvalid(await api.post("/cards/lookup", body), "code");
  }
  expect((await api.post("/cards/lookup")).status).toBe(400);
});

for (const shape of SHAPES) {
  test(`a card has its ten newest transactions (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid } = await newCard();
    const before = await tills[shape].get(`/cards/${uuid}`);
    expect(before.body).toMatchObject({ transactions: [], hasMoreTransactions: false });
    await tills.A.post(`/cards/${uuid}/activate`, { amountCents: 1_000 });
    const one = await tills[shape].get(`/cards/${uuid}`);
    expect(one.body).toMatchObject({ transactions: [{}], hasMoreTransactions: false });
    for (let cents = 1; cents <= 10; cents++) {
      expectStatus(await tills.A.post(`/cards/${uuid}/debit`, { amountCents: cents }), 200);
    }

    const read = await tills[shape].get(`/cards/${uuid.toUpperCase()}`);

    expectStatus(read, 200);
    expect(keysOf(read.body)).toEqual(RESOURCE_KEYS.cardWithHistory[shape]);
    expect(asCardA(read.body)).toMatchObject({ uuid, balanceCents: 945, status: "active" });
    const { transactions, hasMoreTransactions } = read.body;
    expect(transactions.map((t: { amountCents: number }) => t.amountCents)).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(transactions.map((t: { sequence: number }) => t.sequence)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ]);
    expect(hasMoreTransactions).toBe(true);
    for (const transaction of transactions) {
      expect(keysOf(transaction)).toEqual(RESOURCE_KEYS.transaction);
      expect(transaction).toMatchObject({ cardUuid: uuid, type: "spend", status: "completed" });
    }
  });
}
