import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { addMember, callerOf } from "@/lib/testing/portal";
import { storeWithOpenTill } from "@/lib/testing/till-device";

const viewerOf = async (merchantId: string) =>
  await callerOf(await addMember(merchantId, "viewer"));

test("a day's totals are by cashier and device, in the store's time zone, and of the store alone", async () => {
  const store = await storeWithOpenTill({ timeZone: "Pacific/Kiritimati" });
  const viewer = await viewerOf(store.id);
  const { id: uuid } = await store.card();
  await store.operate(`/cards/${uuid}/load`, { amountCents: 5_000 });
  for (const amountCents of [1_000, 234]) {
    await store.operate(`/cards/${uuid}/redeem`, { amountCents });
  }
  const other = await storeWithOpenTill();
  await other.operate("/cards", { amountCents: 700 });

  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(new Date());
  const totalsOf = async (day: string) => (await viewer.get("/tills/totals", { day })).body.totals;
  const row = {
    cashier: { id: store.cashierId, name: "Grace" },
    device: { id: store.device.id, name: "Counter" },
    currency: "USD",
    restCents: "0",
  };
  expect(await totalsOf(dayIn("Pacific/Kiritimati"))).toEqual([
    { ...row, kind: "issued", count: 1, amountCents: "5000" },
    { ...row, kind: "redeemed", count: 2, amountCents: "1234" },
  ]);
  // Never the same day as in Kiritimati.
  expect(await totalsOf(dayIn("Pacific/Niue"))).toEqual([]);
  const missing = await viewer.get("/tills/totals", { day: "26.11.2026" });
  expect([missing.status, missing.body.fields[0].path]).toEqual([400, "day"]);
});

test("closing reports are listed page by page, newest first, each once", async () => {
  const store = await storeWithOpenTill();
  const viewer = await viewerOf(store.id);
  for (const number of [1, 2, 3]) {
    await store.operate("/cards", { amountCents: number * 100 });
    await store.till.post("/closings", { number }, { headers: { "idempotency-key": newId() } });
  }
  // Two devices that closed at the same moment.
  const twin = newId();
  const key = newId();
  await pg()`insert into api_keys (merchant_id, id, name, shape, scopes, prefix, last4, secret_hash,
      created_by)
    select merchant_id, ${key}, name, shape, scopes, prefix, last4, secret_hash, created_by
    from api_keys where id = ${store.device.keyId}`;
  await pg()`insert into devices (merchant_id, id, name, key_id, created_by)
    values (${store.id}, ${twin}, 'Terrace', ${key}, 'operator')`;
  await pg()`insert into till_closings (merchant_id, device_id, number, cashier_id, totals, closed_at)
    select merchant_id, ${twin}, number, cashier_id, totals, closed_at from till_closings
    where device_id = ${store.device.id}`;

  const seen: string[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null && pages < 10; pages++) {
    const query: Record<string, string> = { limit: "1", ...(cursor && { cursor }) };
    const { body } = await viewer.get("/tills/closings", query);
    for (const { device, number, cashier, totals } of body.closings) {
      expect([cashier.name, totals[0].amountCents]).toEqual(["Grace", `${number * 100}`]);
      seen.push(`${device.name} ${number}`);
    }
    cursor = body.nextCursor;
  }
  expect(seen.map((name) => name.split(" ")[1])).toEqual(["3", "3", "2", "2", "1", "1"]);
  expect(new Set(seen).size).toBe(6);
  const foreign = await viewerOf((await storeWithOpenTill()).id);
  expect((await foreign.get("/tills/closings")).body.closings).toEqual([]);
});
