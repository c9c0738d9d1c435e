import { expect } from "vitest";
import type { Answer } from "@/e2e/support/client";
import { ABSENT_CARD, expectedStatusOf, pathOf } from "@/lib/testing/api/calls";
import { expectEach } from "@/lib/testing/api/each";
import { expectStatus, keysOf } from "@/lib/testing/api/expectations";
import { inShapes, operations } from "@/lib/testing/api/operations";
import { asCardA, RESOURCE_KEYS, SHAPES, type Shape } from "@/lib/testing/api/shapes";
import { openStore } from "@/lib/testing/api/store";
import { perform, test } from "@/lib/testing/api/test";

type ExpectedKeys = { top: string[]; card?: true; transaction?: true };

const MOVEMENT_KEYS: ExpectedKeys = { top: RESOURCE_KEYS.movement, card: true, transaction: true };

/** Expected keys of each operation's response and of the resources in it. Add a line for a new operation. */
const EXPECTED_KEYS_BY_OPERATION: Record<string, (shape: Shape) => ExpectedKeys> = {
  "GET /cards": (shape) => ({ top: RESOURCE_KEYS.page[shape]("cards") }),
  "POST /cards": (shape) => ({ top: RESOURCE_KEYS.card[shape] }),
  "POST /cards/load": () => MOVEMENT_KEYS,
  "POST /cards/lookup": (shape) => ({ top: RESOURCE_KEYS.cardWithHistory[shape] }),
  "POST /cards/redeem": () => MOVEMENT_KEYS,
  "GET /cards/{uuid}": (shape) => ({ top: RESOURCE_KEYS.cardWithHistory[shape] }),
  "PATCH /cards/{uuid}": (shape) => ({ top: RESOURCE_KEYS.card[shape] }),
  "POST /cards/{uuid}/activate": (shape) => ({ top: RESOURCE_KEYS.card[shape] }),
  "GET /cards/{uuid}/balance": () => ({ top: RESOURCE_KEYS.balance }),
  "POST /cards/{uuid}/claim": (shape) => ({
    top: shape === "A" ? RESOURCE_KEYS.card.A : RESOURCE_KEYS.claimB,
  }),
  "POST /cards/{uuid}/credit": () => MOVEMENT_KEYS,
  "POST /cards/{uuid}/debit": (shape) =>
    shape === "A" ? MOVEMENT_KEYS : { top: RESOURCE_KEYS.debitB },
  "POST /cards/{uuid}/disable": (shape) => ({ top: RESOURCE_KEYS.card[shape] }),
  "GET /cards/{uuid}/holds": (shape) => ({ top: RESOURCE_KEYS.page[shape]("holds") }),
  "POST /cards/{uuid}/holds": () => ({ top: RESOURCE_KEYS.hold }),
  "GET /holds/{id}": () => ({ top: RESOURCE_KEYS.hold }),
  "POST /holds/{id}/capture": () => ({ top: RESOURCE_KEYS.captured, card: true }),
  "POST /holds/{id}/release": () => ({ top: RESOURCE_KEYS.hold }),
  "POST /cards/{uuid}/freeze": (shape) => ({ top: RESOURCE_KEYS.card[shape] }),
  "POST /cards/{uuid}/replace": () => ({ top: RESOURCE_KEYS.replaced, card: true }),
  "POST /cards/{uuid}/unfreeze": (shape) => ({ top: RESOURCE_KEYS.card[shape] }),
  "GET /batches": (shape) => ({ top: RESOURCE_KEYS.page[shape]("batches") }),
  "POST /batches": (shape) => ({ top: RESOURCE_KEYS.batch[shape] }),
  "GET /batches/{id}": (shape) => ({ top: [...RESOURCE_KEYS.batch[shape], "cards"].sort() }),
  "POST /batches/{id}/provision": () => ({ top: ["doc_url", "error", "message", "requestId"] }),
  "GET /store-credit": (shape) => ({ top: RESOURCE_KEYS.page[shape]("wallets") }),
  "GET /store-credit/{walletId}": (shape) => ({ top: RESOURCE_KEYS.wallet[shape], card: true }),
  "POST /store-credit": (shape) =>
    shape === "A" ? MOVEMENT_KEYS : { top: RESOURCE_KEYS.storeCreditB },
  "GET /me": () => ({ top: RESOURCE_KEYS.me }),
  "GET /transactions/totals": () => ({ top: RESOURCE_KEYS.transactionTotals }),
  "GET /transactions": (shape) => ({ top: RESOURCE_KEYS.page[shape]("transactions") }),
  "GET /transactions/{id}": () => ({ top: RESOURCE_KEYS.transactionDetails }),
  "POST /reversals": () => ({ top: RESOURCE_KEYS.reversal, card: true }),
  "GET /idempotency-keys/{key}": () => ({ top: RESOURCE_KEYS.outcome }),
  "POST /transfers": () => ({ top: RESOURCE_KEYS.transferred, card: true }),
  "GET /transfers/{id}": () => ({ top: RESOURCE_KEYS.transfer }),
  "GET /transfers/fx-rate": () => ({ top: RESOURCE_KEYS.fxRate }),
  "GET /webhooks": (shape) => ({ top: RESOURCE_KEYS.page[shape]("webhooks") }),
  "POST /webhooks": (shape) => ({
    top: shape === "A" ? RESOURCE_KEYS.webhook.A : RESOURCE_KEYS.createdWebhookB,
  }),
  "GET /webhooks/{id}": (shape) => ({ top: RESOURCE_KEYS.webhookDetails[shape] }),
  "PATCH /webhooks/{id}": (shape) => ({ top: RESOURCE_KEYS.webhook[shape] }),
  "DELETE /webhooks/{id}": () => ({ top: ["success"] }),
  "GET /webhooks/{id}/deliveries": (shape) => ({ top: RESOURCE_KEYS.page[shape]("deliveries") }),
  "POST /webhooks/{id}/deliveries/{deliveryId}/resend": () => ({ top: RESOURCE_KEYS.delivery }),
  "POST /webhooks/{id}/replay": () => ({ top: ["dismissed", "queued"] }),
  "POST /webhooks/{id}/test": () => ({ top: RESOURCE_KEYS.webhookTest }),
};

const TECHNOLOGY_PATTERN = /next|vercel|react|node|express|postgres|drizzle|turbopack|rsc/i;

function expectPlainHeaders({ headers }: Answer, shape: Shape): void {
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("scrip-shape")).toBe(shape);
  expect(headers.get("vary")).toBe("Scrip-Shape");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-f-]{36}$/);
  for (const [name, value] of headers) {
    expect(`${name}: ${value}`).not.toMatch(TECHNOLOGY_PATTERN);
    expect(["server", "x-powered-by", "via", "set-cookie", "etag"]).not.toContain(name);
  }
}

test("the response of every operation is listed here, and no other", () => {
  expect(Object.keys(EXPECTED_KEYS_BY_OPERATION).sort()).toEqual(
    operations.map(({ name }) => name).sort(),
  );
});

test("every operation answers exactly the names of the shape", async ({ cardFor }) => {
  // One store for each shape: it has only so many webhooks.
  const stores = { A: await openStore(), B: await openStore() };
  await expectEach(inShapes(operations), async ({ operation, shape }) => {
    const { keys, tills } = stores[shape];
    const card = await cardFor(operation, tills.A);

    const answer = await perform(operation, card, { key: keys[shape] });

    expectStatus(answer, expectedStatusOf(operation));
    const wanted = EXPECTED_KEYS_BY_OPERATION[operation.name]?.(shape);
    expect(keysOf(answer.body)).toEqual(wanted?.top);
    if (wanted?.card) expect(keysOf(answer.body.card)).toEqual(RESOURCE_KEYS.card[shape]);
    if (wanted?.transaction)
      expect(keysOf(answer.body.transaction)).toEqual(RESOURCE_KEYS.transaction);
    if (answer.status < 400) operation.spec.reply[shape].schema.parse(answer.body);
    expectPlainHeaders(answer, shape);
  });
});

test("every refusal says its shape and names no technology", async ({ merchant }) => {
  const { keyA: key } = merchant;
  await expectEach(operations, async (operation) => {
    expectPlainHeaders(await perform(operation, ABSENT_CARD, {}), "A");
    const path = `${pathOf(operation, ABSENT_CARD)}?unknown=1`;
    for (const shape of SHAPES) {
      const headers = { "Scrip-Shape": shape };
      const refused = await perform(operation, ABSENT_CARD, { key, path, headers });
      expect(refused.status).toBe(400);
      expectPlainHeaders(refused, shape);
    }
  });
});

test("the header Scrip-Shape chooses the schemas of request and response", async ({ tills }) => {
  const body = { currency: "USD" };
  expectStatus(await tills.B.post("/cards", body, { "Scrip-Shape": "A" }), 201);
  expectStatus(await tills.A.post("/cards", body, { "Scrip-Shape": "B" }), 400);
});

test("a card is the same card in both shapes", async ({ activeCard, tills }) => {
  const { uuid } = await activeCard({ amountCents: 700 });
  const a = (await tills.A.get(`/cards/${uuid}`)).body;
  const b = (await tills.B.get(`/cards/${uuid}`)).body;
  expect(asCardA(b)).toEqual(a);
  expect(b.id).toBe(b.uuid);
});

test("fields of either shape are accepted under both", async ({ newCard, tills }) => {
  for (const shape of SHAPES) {
    const { uuid } = await newCard();
    const till = tills[shape];
    const activation = { amountCents: 500, currency: "USD", consumerEmail: "ada@example.com" };
    expectStatus(await till.post(`/cards/${uuid}/activate`, activation), 200);
    const spent = { amountCents: 100, note: "A mug", referenceId: "receipt-1" };
    expectStatus(await till.post(`/cards/${uuid}/debit`, spent), 200);
    const credit = { email: "ada@example.com", amountCents: 100, currency: "USD" };
    const promotion = { ...credit, note: "Sorry", source: "promotion" };
    expectStatus(await till.post("/store-credit", promotion), 200);

    const { transactions } = (await till.get("/transactions?limit=2")).body;
    expect(transactions).toMatchObject([
      { description: "Sorry", source: "promotion" },
      { description: "A mug", referenceId: "receipt-1" },
    ]);
  }
});
