import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { newReceiptNumber } from "@/lib/domain/till/receipt-number";
import { callerWithKey } from "@/lib/testing/store";
import { storeWithOpenTill } from "@/lib/testing/till-device";

/** A request to redeem, which the test sends or asks about, in any order. */
async function redemptionOf(
  { operate, till, card }: Awaited<ReturnType<typeof storeWithOpenTill>>,
  amountCents: number,
) {
  const { id } = await card(1_000);
  const key = newId();
  const receiptNumber = newReceiptNumber();
  return {
    key,
    send: () => operate(`/cards/${id}/redeem`, { amountCents, receiptNumber }, key),
    outcome: async () => (await till.get(`/outcomes/${key}`, { receiptNumber })).body,
    cancel: async () => (await till.post(`/outcomes/${key}/cancel`, { receiptNumber })).body,
    balance: async () => (await till.get(`/cards/${id}`)).body.card.balanceCents,
  };
}

describe("the outcome of a request at the till", () => {
  test("says what happened, and a request that was cancelled before it arrived moves nothing", async () => {
    const store = await storeWithOpenTill();
    const [made, refused, late] = [
      await redemptionOf(store, 100),
      await redemptionOf(store, 100),
      await redemptionOf(store, 100),
    ];
    const { body } = await made.send();
    await pg()`update cards set frozen_reason = 'lost' where merchant_id = ${store.id}
      and id <> ${body.card.uuid}`;
    await refused.send();

    const { transactionId } = body.receipt;
    expect(await made.outcome()).toMatchObject({ state: "completed", receipt: { transactionId } });
    expect(await refused.outcome()).toMatchObject({ state: "refused", error: "card_frozen" });
    expect((await late.outcome()).state).toBe("unknown");
    expect(await made.cancel()).toMatchObject({ state: "completed", receipt: { transactionId } });
    expect((await late.cancel()).state).toBe("cancelled");
    const arrived = await late.send();
    expect([arrived.status, arrived.body.error]).toEqual([409, "idempotency_key_voided"]);
    expect([await made.balance(), await late.balance()]).toEqual([900, 1_000]);
  });

  test("a request and its cancellation at the same time: it happened, or it never does", async () => {
    const store = await storeWithOpenTill();
    for (let n = 0; n < 20; n++) {
      const { send, cancel, balance } = await redemptionOf(store, 1);
      const [sent, cancelled] = await Promise.all([send(), cancel()]);
      expect([sent.status, cancelled.state, await balance()]).toEqual(
        sent.status === 200 ? [200, "completed", 999] : [409, "cancelled", 1_000],
      );
    }
  });

  test("is known by its receipt once its response isn't stored any more", async () => {
    const store = await storeWithOpenTill();
    const { send, outcome, cancel } = await redemptionOf(store, 100);
    await send();
    await pg()`delete from idempotency_keys where merchant_id = ${store.id}`;
    expect((await cancel()).state).toBe("completed");
    expect((await outcome()).receipt.amountCents).toBe(100);
  });

  test("has nothing to do with the keys of API clients, which a till can't void", async () => {
    const store = await storeWithOpenTill();
    const { id } = await store.card(1_000);
    const api = await callerWithKey(store.ctx());
    await store.till.post("/outcomes/order-1001/cancel", { receiptNumber: newReceiptNumber() });
    const headers = { "idempotency-key": "order-1001" };
    const debit = await api.post(`/cards/${id}/debit`, { amountCents: 10 }, { headers });
    expect(debit.status).toBe(200);
  });

  test("an operation without a key, or with another receipt's number, is refused", async () => {
    const { operate, till, card } = await storeWithOpenTill();
    const { id } = await card(1_000);
    const body = { amountCents: 1, receiptNumber: newReceiptNumber() };
    const path = `/cards/${id}/redeem`;
    expect((await till.post(path, body)).body.fields).toMatchObject([{ path: "Idempotency-Key" }]);
    expect((await operate(path, body)).status).toBe(200);
    expect((await operate(path, body)).body.fields).toMatchObject([{ path: "receiptNumber" }]);
  });
});
