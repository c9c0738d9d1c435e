import { describe, expect, test } from "vitest";
import type { ApiShape } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { outcomeOf, withoutRequestId } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { tillWithCard } from "@/lib/testing/till";

const SHAPES: ApiShape[] = ["A", "B"];

/** A till that debits its card under a key and looks up what became of a key. */
async function tillWithKeys(shape: ApiShape = "A") {
  const store = await tillWithCard(shape);
  const { till, keyed, card } = store;
  const debit = (key: string, amountCents = 300) =>
    keyed(`/cards/${card.id}/debit`, { amountCents }, key);
  const find = (key: string) => till.get(`/idempotency-keys/${encodeURIComponent(key)}`);
  return { ...store, debit, find };
}

describe.each(SHAPES)("in shape %s", (shape) => {
  test("a debit without a response is undone by its key: 201 with both transactions, then 409 with the reversal's id", async () => {
    const { till, debit } = await tillWithKeys(shape);
    await debit("receipt/1");
    const undo = () => till.post("/reversals", { idempotencyKey: "receipt/1", note: "No reply" });
    const { status, body } = await undo();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      outcome: "reversed",
      card: shape === "A" ? { balanceCents: 2_500 } : { balance_cents: 2_500 },
      transaction: { type: "load", source: "reversal", description: "No reply" },
      reversedTransaction: { type: "spend", amountCents: 300 },
    });
    expect(body.transaction.reversesTransactionId).toBe(body.reversedTransaction.id);
    const again = await undo();
    expect(await outcomeOf(again)).toBe("409 already_reversed");
    expect(again.body.reversalTransactionId).toBe(body.transaction.id);
  });

  test("a request that never arrived is nothing to reverse: 200, and 409 when it arrives", async () => {
    const { till, debit, find } = await tillWithKeys(shape);
    const undone = await till.post("/reversals", { idempotencyKey: "lost" });
    expect([undone.status, undone.body]).toEqual([200, { outcome: "nothing_to_reverse" }]);
    const late = await debit("lost");
    expect(await outcomeOf(late)).toBe("409 idempotency_key_voided");
    const { body } = await find("lost");
    expect(body).toMatchObject({ key: "lost", state: "voided", status: 409 });
    expect(body.response).toMatchObject({ error: "idempotency_key_voided" });
  });

  test("the outcome of a request is the response that it got, without its secrets", async () => {
    const { keyed, debit, find } = await tillWithKeys(shape);
    const made = [
      await debit("sale"),
      await keyed("/cards", { currency: "USD", cardType: "digital" }, "card"),
      await keyed("/webhooks", { url: "https://example.com/x", events: ["card.disabled"] }, "hook"),
      await keyed("/reversals", { idempotencyKey: "sale" }, "undo"),
      await keyed("/reversals", { idempotencyKey: "never" }, "undo-nothing"),
      await debit("too-much", 5_000),
    ];
    const keys = ["sale", "card", "hook", "undo", "undo-nothing", "too-much"];
    for (const [n, key] of keys.entries()) {
      const first = made[n];
      if (!first) throw new Error("there are as many requests as keys");
      const { status, body } = await find(key);
      expect(status, key).toBe(200);
      expect(body.status, key).toBe(first.status);
      expect(body.state).toBe(first.status < 300 ? "completed" : "refused");
      const { secret: _, ...expected } = first.body;
      const hideCodes = (shown: object) => JSON.stringify(shown).replace(/"code":"[^"]*"/g, "");
      expect(hideCodes(body.response), key).toBe(hideCodes(expected));
      expect(JSON.stringify(body)).not.toMatch(/whsec_|"code":"\w/);
      expect(body.requestId).toBe(first.headers.get("x-request-id"));
    }
  });
});

test("the outcome of a key that was never used is a 404, and so is another store's", async () => {
  const { debit, find } = await tillWithKeys();
  await debit("mine");
  const other = await tillWithKeys();
  const [unknown, foreign] = [await other.find("unknown"), await other.find("mine")];
  expect(await outcomeOf(foreign)).toBe("404 not_found");
  expect(withoutRequestId(foreign.text)).toBe(withoutRequestId(unknown.text));
  expect((await find("mine")).status).toBe(200);
});

test("looking up an outcome changes nothing", async () => {
  const { id: merchantId, debit, find } = await tillWithKeys();
  await debit("sale");
  const rows = () => pg()`select *, xmin from idempotency_keys where merchant_id = ${merchantId}`;
  const before = await rows();
  expect(before).toHaveLength(1);
  await find("sale");
  await find("none");
  expect(await rows()).toEqual(before);
  expect(await outcomeOf(debit("none"))).toBe("200");
});

test("an outcome needs the scope of its request", async () => {
  const { ctx, debit, keyed, find } = await tillWithKeys();
  await debit("sale");
  await keyed("/cards", { currency: "USD" }, "card");
  const mover = await callerWithKey(ctx(), { scopes: ["money:write"] });
  expect(await outcomeOf(mover.get("/idempotency-keys/sale"))).toBe("200");
  expect(await outcomeOf(mover.get("/idempotency-keys/card"))).toBe("403 insufficient_scope");
  expect(await outcomeOf(find("card"))).toBe("200");
  const reader = await callerWithKey(ctx(), { scopes: ["cards:read", "transactions:read"] });
  expect(await outcomeOf(reader.get("/idempotency-keys/sale"))).toBe("403 insufficient_scope");
});

test("a reversal names either a transaction or a key, and never its own", async () => {
  const { till, keyed } = await tillWithKeys();
  const bodies = [{}, { transactionId: newId(), idempotencyKey: "x" }, { idempotencyKey: "é" }];
  for (const body of bodies) {
    expect((await till.post("/reversals", body)).body.error).toBe("invalid_request");
  }
  expect(await outcomeOf(keyed("/reversals", { idempotencyKey: "own" }, "own"))).toBe(
    "400 invalid_request idempotencyKey",
  );
});

test("a transaction says what reversed it and what was refunded of it", async () => {
  const { card, till, debit } = await tillWithKeys();
  const { transaction } = (await debit("sale")).body;
  const credit = (body: object) => till.post(`/cards/${card.id}/credit`, body);
  const read = async () => (await till.get(`/transactions/${transaction.id}`)).body;
  expect(await read()).toEqual({
    ...transaction,
    reversedByTransactionId: null,
    refundedCents: 0,
    refundableCents: 300,
    refunds: [],
  });
  const sent = { amountCents: 100, originalTransactionId: transaction.id };
  const refund = (await credit(sent)).body.transaction;
  expect(refund).toMatchObject({ source: "refund", originalTransactionId: transaction.id });
  expect(await read()).toMatchObject({
    refundedCents: 100,
    refundableCents: 200,
    refunds: [{ id: refund.id, amountCents: 100, createdAt: refund.createdAt }],
  });
  expect(await outcomeOf(credit({ ...sent, source: "top_up" }))).toBe("400 invalid_request source");
  const tooMuch = await credit({ ...sent, amountCents: 201 });
  expect(tooMuch.body).toMatchObject({ error: "refund_exceeds_original", refundableCents: 200 });

  const { body } = await till.post("/reversals", { transactionId: refund.id });
  await till.post("/reversals", { transactionId: transaction.id });
  expect(await read()).toMatchObject({ refundedCents: 0, refundableCents: 0, refunds: [] });
  const reversal = (await till.get(`/transactions/${body.transaction.id}`)).body;
  expect(reversal).toMatchObject({ reversesTransactionId: refund.id, refundableCents: 0 });
  expect(await outcomeOf(till.get(`/transactions/${newId()}`))).toBe("404 not_found");
});
