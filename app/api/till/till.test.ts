import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { verify } from "@/lib/ledger/verify";
import { asOwner } from "@/lib/testing/database";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import {
  addCashier,
  addDevice,
  pairBrowser,
  storeWithOpenTill,
  tillMovementsOf,
  unlock,
} from "@/lib/testing/till-device";
import { mailsTo, uniqueEmail } from "@/lib/testing/wallet";

describe("the operations of a till", () => {
  test("sell, redeem in part, refund, reverse and top up a card, each with its receipt", async () => {
    const { operate, card, device, till } = await storeWithOpenTill();
    const { id: uuid, code } = await card();
    const found = await till.post("/cards/find", { code });
    expect(found.body.card).toMatchObject({ uuid, status: "inactive", balanceCents: 0 });

    const sold = await operate(`/cards/${uuid}/load`, { amountCents: 2_000 });
    expect(sold.body).toMatchObject({
      receipt: { kind: "issued", amountCents: 2_000, cashier: "Grace", device: "Counter" },
      card: { balanceCents: 2_000, status: "active" },
    });
    const paid = await operate(`/cards/${uuid}/redeem`, { amountCents: 2_500 });
    expect(paid.body.receipt).toMatchObject({
      ...{ kind: "redeemed", amountCents: 2_000, requestedAmountCents: 2_500 },
      ...{ remainingAmountCents: 500, balanceAfterCents: 0, refundableCents: 2_000 },
    });
    const { transactionId } = paid.body.receipt;
    const refund = await operate(`/cards/${uuid}/refund`, { transactionId, amountCents: 300 });
    expect(refund.body.receipt).toMatchObject({ kind: "refunded", amountCents: 300 });
    const undone = await operate("/reversals", {
      transactionId: refund.body.receipt.transactionId,
    });
    expect(undone.body.receipt).toMatchObject({ kind: "load_reversed", amountCents: 300 });
    const topUp = await operate(`/cards/${uuid}/load`, { amountCents: 1_000 });
    expect(topUp.body.card.balanceCents).toBe(1_000);
    await operate("/reversals", { transactionId });

    const shown = await till.get(`/cards/${uuid}`);
    expect(shown.body.card.balanceCents).toBe(3_000);
    expect(shown.body.receipts[0]).toMatchObject({
      kind: "redemption_reversed",
      reversible: false,
    });
    expect((await tillMovementsOf(device.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ...[
        ["issued", 2_000],
        ["redeemed", 2_000],
        ["refunded", 300],
        ["load_reversed", 300],
      ],
      ...[
        ["topped_up", 1_000],
        ["redemption_reversed", 2_000],
      ],
    ]);
    const byNumber = await till.post("/receipts/find", { number: sold.body.receipt.number });
    expect(byNumber.body.receipts).toHaveLength(1);
    expect((await till.get("/receipts")).body.receipts).toHaveLength(6);
    await expectNoProblems();
  });

  test("a new digital card is sold with its code on the receipt and a link for the customer", async () => {
    const { operate, till } = await storeWithOpenTill();
    const email = uniqueEmail();
    const key = newId();
    const body = { amountCents: 5_000, email, receiptNumber: "R-22223333" };
    const sold = await operate("/cards", body, key);
    expect(sold.status).toBe(201);
    expect(sold.body.receipt).toMatchObject({ kind: "issued", amountCents: 5_000 });
    const found = await till.post("/cards/find", { code: sold.body.receipt.code });
    expect(found.body.card.uuid).toBe(sold.body.card.uuid);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["card_invitation"]);

    const again = await operate("/cards", body, key);
    expect(again.body).toEqual(sold.body);
    const outcome = await till.get(`/outcomes/${key}`);
    expect(outcome.body.receipt).toEqual(sold.body.receipt);
  });

  test("a receipt goes to the customer by email, without the card's code", async () => {
    const { operate, till, card } = await storeWithOpenTill();
    const { id, code } = await card(1_000);
    const { body } = await operate(`/cards/${id}/redeem`, { amountCents: 400 });
    const email = uniqueEmail();
    const path = `/receipts/${body.receipt.transactionId}/email`;
    expect((await till.post(path, { email })).status).toBe(200);
    const mails = await mailsTo(email);
    expect(mails).toMatchObject([
      {
        template: "receipt",
        amountCents: 400,
        balanceAfterCents: 600,
        number: body.receipt.number,
      },
    ]);
    expect(JSON.stringify(mails)).not.toContain(code);
  });
});

describe("the outcome of a request at the till", () => {
  test("says what happened, and a request that was cancelled before it arrived moves nothing", async () => {
    const { operate, till, card } = await storeWithOpenTill();
    const { id } = await card(1_000);
    const [made, refused, late] = [newId(), newId(), newId()];
    const { body } = await operate(`/cards/${id}/redeem`, { amountCents: 100 }, made);
    await operate("/reversals", { transactionId: newId() }, refused);

    expect((await till.get(`/outcomes/${made}`)).body).toMatchObject({
      ...{ state: "completed", receipt: { transactionId: body.receipt.transactionId } },
    });
    expect((await till.get(`/outcomes/${refused}`)).body).toMatchObject({
      ...{ state: "refused", error: "not_found" },
    });
    expect((await till.get(`/outcomes/${late}`)).body.state).toBe("unknown");
    expect((await till.post(`/outcomes/${made}/cancel`)).body.state).toBe("completed");
    expect((await till.post(`/outcomes/${late}/cancel`)).body.state).toBe("cancelled");
    const arrived = await operate(`/cards/${id}/redeem`, { amountCents: 100 }, late);
    expect([arrived.status, arrived.body.error]).toEqual([409, "idempotency_key_voided"]);
    expect((await till.get(`/cards/${id}`)).body.card.balanceCents).toBe(900);
  });

  test("a request and its cancellation at the same time: it happened, or it never does", async () => {
    const { operate, till, card } = await storeWithOpenTill();
    const { id } = await card(1_000);
    let spent = 0;
    for (let n = 0; n < 20; n++) {
      const key = newId();
      const [sent, cancelled] = await Promise.all([
        operate(`/cards/${id}/redeem`, { amountCents: 1 }, key),
        till.post(`/outcomes/${key}/cancel`),
      ]);
      expect([sent.status, cancelled.body.state]).toEqual(
        sent.status === 200 ? [200, "completed"] : [409, "cancelled"],
      );
      if (sent.status === 200) spent++;
    }
    expect((await till.get(`/cards/${id}`)).body.card.balanceCents).toBe(1_000 - spent);
  });
});

describe("the closing of a till", () => {
  test("contains each movement once, also those made at the same time", async () => {
    const { operate, till, card, device } = await storeWithOpenTill();
    const { id } = await card(1_000);
    const closings = [1, 2, 3].map(async (number) => {
      await operate(`/cards/${id}/redeem`, { amountCents: number });
      return await till.post("/closings", { number });
    });
    const redemptions = Array.from({ length: 12 }, () =>
      operate(`/cards/${id}/redeem`, { amountCents: 10 }),
    );
    await Promise.all([...closings, ...redemptions]);
    for (const number of [1, 2, 3, 4]) await till.post("/closings", { number });

    const { body } = await till.get("/closings");
    expect(body.closings.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1]);
    const sums = body.closings.flatMap(({ totals }: { totals: { amountCents: string }[] }) =>
      totals.map(({ amountCents }) => Number(amountCents)),
    );
    expect(sums.reduce((sum: number, one: number) => sum + one, 0)).toBe(126);
    expect((await till.get("/totals")).body).toMatchObject({ number: 5, totals: [] });
    const [kept] =
      await pg()`select count(*)::int as n from till_movements where device_id = ${device.id}`;
    expect(kept?.n).toBe(15);
    await expectNoProblems();
  });

  test("a number closes once: sent again, it returns the same report", async () => {
    const { operate, till, card } = await storeWithOpenTill();
    const { id } = await card(1_000);
    await operate(`/cards/${id}/redeem`, { amountCents: 100 });
    const first = await till.post("/closings", { number: 1 });
    await operate(`/cards/${id}/redeem`, { amountCents: 50 });
    expect((await till.post("/closings", { number: 1 })).body).toEqual(first.body);
    expect((await till.post("/closings", { number: 7 })).body.fields).toMatchObject([
      { path: "number" },
    ]);
  });
});

describe("limits at the till", () => {
  const capped = { maxMovementOutCents: 500, maxDayOutCents: 800 };

  test("the cashier's and the device's limits both hold, and name whose it is", async () => {
    const { operate, card } = await storeWithOpenTill({
      cashier: capped,
      device: { maxMovementInCents: 1_000 },
    });
    const { id } = await card(5_000);
    const redeem = (amountCents: number) => operate(`/cards/${id}/redeem`, { amountCents });
    expect((await redeem(501)).body).toMatchObject({
      ...{ error: "key_limit_exceeded", holder: "cashier", limit: "per_movement" },
      ...{ direction: "out", remainingCents: 500 },
    });
    expect((await redeem(500)).status).toBe(200);
    expect((await redeem(301)).body).toMatchObject({ limit: "per_day", remainingCents: 300 });
    expect((await operate(`/cards/${id}/load`, { amountCents: 1_001 })).body).toMatchObject({
      ...{ holder: "device", limit: "per_movement", direction: "in" },
    });
  });

  test("redemptions at the same time never exceed the day's limit, and undoing one makes room", async () => {
    const { operate, card } = await storeWithOpenTill({ cashier: { maxDayOutCents: 800 } });
    const cards = await Promise.all([card(1_000), card(1_000), card(1_000)]);
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        operate(`/cards/${cards[n % 3]?.id}/redeem`, { amountCents: 100 }),
      ),
    );
    const done = sent.filter(({ status }) => status === 200);
    expect(done).toHaveLength(8);
    const { transactionId } = done[0]?.body.receipt ?? {};
    expect((await operate("/reversals", { transactionId })).status).toBe(200);
    const more = () => operate(`/cards/${cards[0]?.id}/redeem`, { amountCents: 100 });
    expect([(await more()).status, (await more()).status]).toEqual([200, 403]);
    await expectNoProblems();
  });

  test("a limit of the cashier counts at every device", async () => {
    const store = await storeWithOpenTill({ cashier: { maxDayOutCents: 800 } });
    const other = await pairBrowser((await addDevice(store)).code);
    const there = await unlock(other, store.cashierId);
    const { id } = await store.card(2_000);
    await store.operate(`/cards/${id}/redeem`, { amountCents: 700 });
    const body = { amountCents: 200, receiptNumber: "R-22223333" };
    expect((await there.post(`/cards/${id}/redeem`, body)).body.remainingCents).toBe(100);
    const colleague = await unlock(other, await addCashier(store.id, "Linus"));
    expect((await colleague.post(`/cards/${id}/redeem`, body)).status).toBe(200);
  });
});

describe("the verification of tills", () => {
  test("names a movement, a closing and a cashier's transaction that someone changed", async () => {
    const { id: merchantId, operate, till, card, device } = await storeWithOpenTill();
    const { id } = await card(1_000);
    const [one, other] = [
      await operate(`/cards/${id}/redeem`, { amountCents: 100 }),
      await operate(`/cards/${id}/redeem`, { amountCents: 200 }),
    ].map(({ body }) => body.receipt.transactionId);
    await till.post("/closings", { number: 1 });
    await expect(pg()`delete from till_movements`).rejects.toThrow("permission denied");
    await asOwner((sql) =>
      sql.begin(async (tx) => {
        await tx`update till_movements set amount_cents = 99 where transaction_id = ${one}`;
        await tx`delete from till_movements where transaction_id = ${other}`;
      }),
    );
    const problems = (await verify()).problems.filter((found) => found.merchantId === merchantId);
    expect(problems.map(({ check, subject }) => [check, subject]).sort()).toEqual([
      ["a cashier's transaction is one of a till", other],
      ["a movement at a till has its transaction", one],
      ["a till's closing matches its movements", `${device.id} 1`],
    ]);
  });
});
