import { expect } from "vitest";
import { expectInvalid, expectStatus, UUID } from "@/lib/testing/api/expectations";
import { SHAPES } from "@/lib/testing/api/shapes";
import { test } from "@/lib/testing/api/test";

const email = "ada@example.com";
const credit = { email, amountCents: 500, currency: "USD" };

test("store credit in Shape A answers the consumer's card and transaction", async ({ api }) => {
  const issued = await api.post("/store-credit", {
    ...credit,
    email: "Ada@Example.com",
    note: "Sorry for the wait",
  });

  expectStatus(issued, 200);
  expect(issued.body.card).toMatchObject({
    status: "active",
    cardType: "digital",
    ownerEmail: email,
    balanceCents: 500,
    currency: "USD",
  });
  expect(issued.body.transaction).toMatchObject({
    cardUuid: issued.body.card.uuid,
    type: "load",
    amountCents: 500,
    description: "Sorry for the wait",
    source: "manual",
    balanceAfterCents: 500,
    sequence: 1,
  });
});

test("store credit in Shape B answers the wallet, in dollars by default", async ({ apiB }) => {
  const issue = (body: object) => apiB.post("/store-credit", { email, ...body });
  const first = await issue({ amountCents: 500 });
  const second = await issue({ amountCents: 200, currency: "USD", source: "refund" });

  for (const answer of [first, second]) {
    expectStatus(answer, 200);
    expect(answer.body.walletId).toMatch(UUID);
    expect(answer.body.transactionId).toMatch(UUID);
  }
  expect(first.body).toMatchObject({ success: true, creditBalanceCents: 500 });
  expect(second.body).toMatchObject({ creditBalanceCents: 700, walletId: first.body.walletId });
  const { transactions } = (await apiB.get("/transactions")).body;
  expect(transactions).toMatchObject([
    { id: second.body.transactionId, source: "refund", currency: "USD" },
    { id: first.body.transactionId, source: "manual", currency: "USD" },
  ]);
});

for (const shape of SHAPES) {
  test(`one wallet per consumer and currency (Shape ${shape})`, async ({ api, tills }) => {
    for (const currency of ["USD", "EUR", "USD"]) {
      expectStatus(await tills[shape].post("/store-credit", { ...credit, currency }), 200);
    }
    const { cards } = (await api.get(`/cards?ownerEmail=${email}`)).body;
    expect(cards).toMatchObject([
      { currency: "EUR", balanceCents: 500 },
      { currency: "USD", balanceCents: 1_000 },
    ]);
  });

  test(`an invalid field of store credit is named (Shape ${shape})`, async ({ tills }) => {
    const wrong: [field: string, value: unknown][] = [
      ...["", "ada", null, 5].map((value): [string, unknown] => ["email", value]),
      ...["usd", "XYZ", null, 840].map((value): [string, unknown] => ["currency", value]),
      ...["gift", "", null, 1].map((value): [string, unknown] => ["source", value]),
      ["note", "x".repeat(501)],
      ["walletId", "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e"],
    ];
    for (const [field, value] of wrong) {
      const refused = await tills[shape].post("/store-credit", { ...credit, [field]: value });
      expectInvalid(refused, field);
    }
    expectInvalid(await tills[shape].post("/store-credit", {}), ...requiredFields[shape]);
    expect((await tills.A.get("/cards")).body.total).toBe(0);
  });
}

const requiredFields = {
  A: ["email", "amountCents", "currency"],
  B: ["email", "amountCents"],
};

test("Shape B bounds a credit at 1,000,000; Shape A does not", async ({ tills }) => {
  const issue = (shape: "A" | "B", amountCents: number) =>
    tills[shape].post("/store-credit", { ...credit, amountCents });

  expectInvalid(await issue("B", 1_000_001), "amountCents");
  expectStatus(await issue("B", 1_000_000), 200);
  expectStatus(await issue("A", 1_000_001), 200);
});
