import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { spend } from "@/lib/domain/cards/spend";
import { verify } from "@/lib/ledger/verify/verify";
import { asOwner } from "@/lib/testing/database";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { storeWithOpenTill, tillMovementsOf } from "@/lib/testing/till-device";
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
      kind: "redeemed",
      amountCents: 2_000,
      requestedAmountCents: 2_500,
      remainingAmountCents: 500,
      balanceAfterCents: 0,
      refundableCents: 2_000,
    });
    const { transactionId } = paid.body.receipt;
    const refund = await operate(`/cards/${uuid}/refund`, { transactionId, amountCents: 300 });
    expect(refund.body.receipt).toMatchObject({ kind: "refunded", amountCents: 300 });
    const refunded = await till.get(`/receipts/${transactionId}`);
    expect(refunded.body.receipts[0]).toMatchObject({ refundedCents: 300, reversed: false });
    const undone = await operate("/reversals", {
      transactionId: refund.body.receipt.transactionId,
    });
    expect(undone.body.receipt).toMatchObject({
      kind: "refund_reversed",
      reversedKind: "refunded",
      amountCents: 300,
    });
    const topUp = await operate(`/cards/${uuid}/load`, { amountCents: 1_000 });
    expect(topUp.body.card.balanceCents).toBe(1_000);
    expect(topUp.body.receipt.reversedKind).toBeNull();
    await operate("/reversals", { transactionId });
    const reversed = await till.get(`/receipts/${transactionId}`);
    expect(reversed.body.receipts[0]).toMatchObject({ refundedCents: 0, reversed: true });

    const shown = await till.get(`/cards/${uuid}`);
    expect(shown.body.card.balanceCents).toBe(3_000);
    expect(shown.body.receipts[0]).toMatchObject({
      kind: "redemption_reversed",
      reversible: false,
    });
    expect((await tillMovementsOf(device.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["issued", 2_000],
      ["redeemed", 2_000],
      ["refunded", 300],
      ["refund_reversed", 300],
      ["topped_up", 1_000],
      ["redemption_reversed", 2_000],
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
    const outcome = await till.get(`/outcomes/${key}`, { receiptNumber: body.receiptNumber });
    expect(outcome.body.receipt).toEqual(sold.body.receipt);
  });

  test("a card that was just sold goes to the customer by email, and no other card does", async () => {
    const { operate, till, card } = await storeWithOpenTill();
    const email = uniqueEmail();
    const sold = await operate("/cards", { amountCents: 5_000 });
    const mail = (transactionId: string) =>
      till.post(`/receipts/${transactionId}/card-email`, { email });
    const { id } = await card(1_000);
    const paid = await operate(`/cards/${id}/redeem`, { amountCents: 400 });
    expect((await mail(paid.body.receipt.transactionId)).status).toBe(404);
    expect((await mail(sold.body.receipt.transactionId)).status).toBe(200);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["card_invitation"]);
    const other = { email: uniqueEmail() };
    const again = await till.post(`/receipts/${sold.body.receipt.transactionId}/card-email`, other);
    expect(again.body.error).toBe("card_already_claimed");
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

describe("reversals at the till", () => {
  test("undo what a till did in the last 24 hours, and nothing else", async () => {
    const store = await storeWithOpenTill();
    const { id } = await store.card(1_000);
    const elsewhere = (await spend(store.ctx(), { cardId: id, amountCents: 100 })).transaction.id;
    const refused = await store.operate("/reversals", { transactionId: elsewhere });
    expect(refused.body.error).toBe("not_reversible");
    const { body } = await store.operate(`/cards/${id}/redeem`, { amountCents: 100 });
    const { transactionId } = body.receipt;
    expect((await store.operate("/reversals", { transactionId })).status).toBe(200);
    const again = await store.operate("/reversals", { transactionId });
    expect(again.body.error).toBe("already_reversed");
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

  test("says what redemptions left to pay another way, without those that were reversed", async () => {
    const { operate, till, card } = await storeWithOpenTill();
    const { id } = await card(1_000);
    const redeem = async (amountCents: number) =>
      (await operate(`/cards/${id}/redeem`, { amountCents })).body.receipt.transactionId;
    await redeem(400);
    await operate("/reversals", { transactionId: await redeem(900) });
    await redeem(775);
    const { body } = await till.post("/closings", { number: 1 });
    expect(body.closing.totals).toMatchObject([
      { kind: "redeemed", count: 3, amountCents: "1600", restCents: "475" },
      { kind: "redemption_reversed", count: 1, amountCents: "600", restCents: "300" },
    ]);
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
      ["a cashier's transaction matches its record at the till", one],
      ["a cashier's transaction matches its record at the till", other],
      ["a till's closing matches its movements", `${device.id} 1`],
    ]);
  });
});
