import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { dropCachedKey } from "@/lib/domain/api-keys/authenticate";
import { newReceiptNumber } from "@/lib/domain/till/receipt-number";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { raceToWrite } from "@/lib/testing/locks";
import {
  addCashier,
  addDevice,
  pairBrowser,
  storeWithOpenTill,
  unlock,
} from "@/lib/testing/till-device";

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
      error: "key_limit_exceeded",
      holder: "cashier",
      limit: "per_movement",
      direction: "out",
      remainingCents: 500,
    });
    expect((await redeem(500)).status).toBe(200);
    expect((await redeem(301)).body).toMatchObject({ limit: "per_day", remainingCents: 300 });
    expect((await operate(`/cards/${id}/load`, { amountCents: 1_001 })).body).toMatchObject({
      holder: "device",
      limit: "per_movement",
      direction: "in",
    });
  });

  test("redemptions at the same time never exceed the day's limit, and reversing one makes room", async () => {
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

  test("two redemptions that read the day's total before either is written don't both fit", async () => {
    const { operate, card, device } = await storeWithOpenTill({ cashier: { maxDayOutCents: 800 } });
    // Without a limit on requests, whose count would let one wait for the other.
    await pg()`update api_keys set limit_per_window = 0 where id = ${device.keyId}`;
    dropCachedKey(device.keyId);
    const cards = [await card(1_000), await card(1_000)];
    const sent = await raceToWrite("till_movements", () =>
      Promise.all(cards.map(({ id }) => operate(`/cards/${id}/redeem`, { amountCents: 500 }))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test("a movement reversed at another device gives that device no more room", async () => {
    const store = await storeWithOpenTill();
    const limited = await addDevice(store, { maxDayInCents: 1_000 });
    const there = await unlock(await pairBrowser(limited.code), store.cashierId);
    const { id } = await store.card(1_000);
    const made = await store.operate(`/cards/${id}/load`, { amountCents: 50_000 });
    const send = (path: string, body: object) =>
      there.post(
        path,
        { receiptNumber: newReceiptNumber(), ...body },
        { headers: { "idempotency-key": newId() } },
      );
    await send("/reversals", { transactionId: made.body.receipt.transactionId });
    expect((await send(`/cards/${id}/load`, { amountCents: 51_000 })).status).toBe(403);
    expect((await send(`/cards/${id}/load`, { amountCents: 1_000 })).status).toBe(200);
  });

  test("a limit of the cashier counts at every device", async () => {
    const store = await storeWithOpenTill({ cashier: { maxDayOutCents: 800 } });
    const other = await pairBrowser((await addDevice(store)).code);
    const there = await unlock(other, store.cashierId);
    const { id } = await store.card(2_000);
    await store.operate(`/cards/${id}/redeem`, { amountCents: 700 });
    const body = { amountCents: 200, receiptNumber: newReceiptNumber() };
    const redeem = (at: typeof there) =>
      at.post(`/cards/${id}/redeem`, body, { headers: { "idempotency-key": newId() } });
    expect((await redeem(there)).body.remainingCents).toBe(100);
    const colleague = await unlock(other, await addCashier(store.id, "Linus"));
    expect((await redeem(colleague)).status).toBe(200);
  });
});
