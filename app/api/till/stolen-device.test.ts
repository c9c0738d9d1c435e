import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { dropCachedKey } from "@/lib/domain/api-keys/authenticate";
import { newPairingCode } from "@/lib/domain/till/pairing-code";
import { newReceiptNumber } from "@/lib/domain/till/receipt-number";
import { callerWith, operationsIn } from "@/lib/testing/requests";
import {
  addCashier,
  addDevice,
  PIN,
  pairBrowser,
  storeWithOpenTill,
  strangersBrowser,
  unlock,
} from "@/lib/testing/till-device";

const paths = async () =>
  (await operationsIn("/api/till")).filter(({ spec }) => spec.scope === "till:use");

describe("someone with a till that isn't theirs", () => {
  test("does nothing at a locked till: every operation needs a cashier's session", async () => {
    const { browser, till } = await storeWithOpenTill();
    await till.post("/sign-out");
    for (const { method, path } of await paths()) {
      const url = path.replace(/\[\w+\]/g, "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e");
      const send = method === "GET" ? browser.get(url) : browser.post(url, {});
      expect([path, (await send).status]).toEqual([path, 401]);
    }
    // The session that was open before the lock stays closed.
    expect((await till.get("/totals")).status).toBe(401);
  });

  test("can't guess a PIN: five wrong ones, and the right one has to wait, at this device", async () => {
    const store = await storeWithOpenTill();
    const guess = (pin: string) =>
      store.browser.post("/sign-in", { cashierId: store.cashierId, pin });
    for (let n = 0; n < 5; n++) expect((await guess(`000${n}`)).status).toBe(401);
    expect((await guess(PIN)).status).toBe(429);
    const other = await pairBrowser((await addDevice(store)).code);
    const elsewhere = await other.post("/sign-in", { cashierId: store.cashierId, pin: PIN });
    expect(elsewhere.status).toBe(200);
  });

  test("is locked out within a second once the pairing is revoked, with the money where it was", async () => {
    const { id, device, till, operate, card } = await storeWithOpenTill();
    const { id: uuid } = await card(1_000);
    expect((await till.get("/totals")).status).toBe(200);
    await pg()`update api_keys set revoked_at = now() where id = ${device.keyId}`;
    // What a second does in another process.
    dropCachedKey(device.keyId);
    for (const path of ["/totals", `/cards/${uuid}`]) {
      expect((await till.get(path)).status).toBe(401);
    }
    expect((await till.get("/device")).body).toEqual({ device: null });
    expect((await operate(`/cards/${uuid}/redeem`, { amountCents: 1 })).status).toBe(401);
    const [row] =
      await pg()`select balance_cents::int as cents from cards where merchant_id = ${id} and id = ${uuid}`;
    expect(row?.cents).toBe(1_000);
  });

  test("with a copy of the session, stays at this till's operations and limits, and loses it at the lock", async () => {
    const { browser, till, cashierId } = await storeWithOpenTill();
    const copied = callerWith(till.headers, "/api/till");
    expect((await copied.get("/totals")).status).toBe(200);
    for (const path of [
      "/api/v1/cards",
      "/api/v1/me",
      "/api/v1/transactions",
      "/api/portal/cards",
    ]) {
      expect([path, (await copied.get(path)).status]).toEqual([path, 401]);
    }
    await unlock(browser, cashierId);
    expect((await copied.get("/totals")).status).toBe(401);
  });

  test("with a copy of the cookie alone, has a locked till", async () => {
    const { browser, till } = await storeWithOpenTill();
    expect((await till.get("/device")).body.session).toMatchObject({ cashier: { name: "Grace" } });
    expect((await browser.get("/device")).body.session).toBeNull();
    expect((await browser.get("/totals")).status).toBe(401);
  });

  test("has the till for 12 hours at most, however often it is used", async () => {
    const { till, device } = await storeWithOpenTill();
    await pg()`update till_sessions set created_at = now() - interval '13 hours',
      last_seen_at = now() - interval '1 minute' where device_id = ${device.id}`;
    await till.get("/totals");
    expect((await till.get("/totals")).status).toBe(401);
  });

  test("at another store, can't lock this store's cashiers out", async () => {
    const [home, away] = [await storeWithOpenTill(), await storeWithOpenTill()];
    for (let n = 0; n < 6; n++) {
      await home.browser.post("/sign-in", { cashierId: away.cashierId, pin: "0000" });
    }
    const own = await away.browser.post("/sign-in", { cashierId: away.cashierId, pin: PIN });
    expect(own.status).toBe(200);
  });

  test("can't use the cookie's key as an API key", async () => {
    const { browser } = await storeWithOpenTill();
    const key = browser.headers.cookie?.split("=")[1] ?? "";
    const asKey = callerWith({ Authorization: `Bearer ${key}` }, "/api/v1");
    expect((await asKey.get("/cards")).status).toBe(403);
    expect((await asKey.post("/cards/redeem", { code: "x", amountCents: 1 })).status).toBe(403);
    const withoutCookie = callerWith({ Authorization: `Bearer ${key}` }, "/api/till");
    expect((await withoutCookie.get("/device")).body).toEqual({ device: null });
  });

  test("can't make the cashier's browser send an operation from another site", async () => {
    const { till, card } = await storeWithOpenTill();
    const { id } = await card(1_000);
    const body = { amountCents: 1, receiptNumber: newReceiptNumber() };
    const headers = { "idempotency-key": newId(), origin: "https://elsewhere.example" };
    expect((await till.post(`/cards/${id}/redeem`, body, { headers })).status).toBe(403);
  });
});

describe("a pairing code", () => {
  test("works once, and pairing again locks the former browser out", async () => {
    const store = await storeWithOpenTill();
    expect((await strangersBrowser.post("/pair", { code: store.device.code })).status).toBe(404);
    const { hash, code } = newPairingCode();
    await pg()`update devices set pairing_code_hash = ${hash},
      pairing_expires_at = now() + interval '1 minute' where id = ${store.device.id}`;
    const next = await pairBrowser(code);
    expect((await next.get("/device")).body.device).toMatchObject({ id: store.device.id });
    expect((await store.browser.get("/device")).body).toEqual({ device: null });
  });

  test("doesn't work after 15 minutes, nor for a revoked device", async () => {
    const store = await storeWithOpenTill();
    const [late, revoked] = [await addDevice(store), await addDevice(store)];
    await pg()`update devices set pairing_expires_at = now() where id = ${late.id}`;
    await pg()`update api_keys set revoked_at = now() where id = ${revoked.keyId}`;
    for (const { code } of [late, revoked]) {
      expect((await strangersBrowser.post("/pair", { code })).status).toBe(404);
    }
  });
});

describe("wrong PINs", () => {
  test("are forgotten once the device is paired again", async () => {
    const { browser, cashierId, device } = await storeWithOpenTill();
    for (let n = 0; n < 5; n++) await browser.post("/sign-in", { cashierId, pin: "0000" });
    expect((await browser.post("/sign-in", { cashierId, pin: PIN })).status).toBe(429);
    const { code, hash } = newPairingCode();
    await pg()`update devices set pairing_code_hash = ${hash},
      pairing_expires_at = now() + interval '1 minute' where id = ${device.id}`;
    const again = await pairBrowser(code);
    expect((await again.post("/sign-in", { cashierId, pin: PIN })).status).toBe(200);
  });
});

describe("tenancy of tills", () => {
  test("another store's cards, receipts, outcomes and cashiers look like ones that don't exist", async () => {
    const [home, away] = [await storeWithOpenTill(), await storeWithOpenTill()];
    const { id, code } = await away.card(1_000);
    const key = "a-key-of-the-other-store";
    const { body } = await away.operate(`/cards/${id}/redeem`, { amountCents: 10 }, key);
    const { transactionId, number } = body.receipt;
    const statuses = await Promise.all([
      home.till.get(`/cards/${id}`),
      home.till.post("/cards/find", { code }),
      home.operate(`/cards/${id}/redeem`, { amountCents: 1 }),
      home.operate("/reversals", { transactionId }),
      home.till.get(`/receipts/${transactionId}`),
      home.till.post("/receipts/find", { number }),
      home.till.post(`/receipts/${transactionId}/email`, { email: "a@example.com" }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual(Array(7).fill(404));
    const outcome = await home.till.get(`/outcomes/${key}`, { receiptNumber: number });
    expect(outcome.body.state).toBe("unknown");
    const stranger = await addCashier(away.id, "Eve");
    expect((await home.browser.post("/sign-in", { cashierId: stranger, pin: PIN })).status).toBe(
      401,
    );
  });
});
