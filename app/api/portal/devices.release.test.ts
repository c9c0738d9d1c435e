import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { MAX_DEVICES } from "@/lib/domain/till/devices";
import { hashPairingCode } from "@/lib/domain/till/pairing-code";
import { codeOf, ownerWithTwoStep, stopClock } from "@/lib/testing/people";
import { actionsOf, addTill, auditOf, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";
import { strangersBrowser } from "@/lib/testing/till-device";
import { storeWithTwin } from "@/lib/testing/twin";

stopClock();

const PROOF = { password: PASSWORD };
const FRONT = { name: "Front desk", ...PROOF };
const CODE = /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/;

const rowOf = async (id: string) => {
  const [row] = await pg()`select d.pairing_code_hash as hash, d.pairing_expires_at as expires,
      k.name, k.scopes, k.revoked_at as revoked, k.max_day_out_cents::int as "maxDayOut"
    from devices d join api_keys k on k.id = d.key_id where d.id = ${id}`;
  return row;
};

/** Pairs a browser and opens a cashier's session at it, as /till does. */
async function pairAndUnlock(merchantId: string, deviceId: string, cashierId: string) {
  await pg()`update devices set pairing_code_hash = null, pairing_expires_at = null,
    paired_at = now(), user_agent = 'Mozilla/5.0 (iPad) Version/18 Safari/605'
    where id = ${deviceId}`;
  await pg()`insert into till_sessions (merchant_id, id, device_id, cashier_id, expires_at)
    values (${merchantId}, ${newId()}, ${deviceId}, ${cashierId}, now() + interval '10 minutes')`;
}

describe("a device", () => {
  test("is added by an owner with the password, and by nobody else", async () => {
    const { owner, join } = await storeWithPeople();
    const add = (caller: Caller, given: object) => outcomeOf(caller.post("/devices", given));
    expect(await add(owner, { name: "Front desk" })).toBe("400 invalid_request password");
    expect(await add(await join("manager"), FRONT)).toBe("403 insufficient_scope");
    expect(await add(owner, { ...FRONT, name: "x".repeat(61) })).toBe("400 invalid_request name");
    expect(await add(owner, FRONT)).toBe("201");
  });

  test("has a key that opens nothing, and a code that works for 15 minutes and is kept as a hash", async () => {
    const { owner } = await storeWithPeople();
    const limits = { maxDayOutCents: 5_000 };
    const { body } = await owner.post("/devices", { ...FRONT, ...limits });
    expect(body.pairingCode).toMatch(CODE);
    expect(body.device).toMatchObject({
      name: "Front desk",
      browser: null,
      pairedAt: null,
      lastUsedAt: null,
      revokedAt: null,
      createdBy: "Ada",
      maxDayOutCents: 5_000,
      maxDayInCents: null,
    });
    const row = await rowOf(body.device.id);
    expect(row).toMatchObject({ name: "Till: Front desk", scopes: [], maxDayOut: 5_000 });
    expect(Buffer.from(row?.hash)).toEqual(hashPairingCode(body.pairingCode));
    const lastsMs = Date.parse(row?.expires) - Date.parse(body.device.createdAt);
    expect(lastsMs / 60_000).toBeCloseTo(15, 1);
  });

  test("gets a code once: a repeated request returns the same one, and nothing else does", async () => {
    const { person, secret } = await ownerWithTwoStep();
    const headers = { "idempotency-key": newId() };
    const given = { ...FRONT, code: codeOf(secret) };
    const first = await person.post("/devices", given, { headers });
    const again = await person.post("/devices", given, { headers });
    expect([first.status, again.body]).toEqual([201, first.body]);
    const { text, body } = await person.get("/devices");
    expect(body.devices).toHaveLength(1);
    expect(text).not.toContain(first.body.pairingCode);
    const [kept] = await pg()`select answer::text as text from idempotency_keys
      where merchant_id = ${person.merchantId} and answer::text like '%Front desk%'`;
    expect(kept?.text).not.toContain(first.body.pairingCode);
  });

  test("gets another code for another browser, by an owner with the password; the earlier one ends", async () => {
    const { owner, join } = await storeWithPeople();
    const { device, pairingCode } = await addTill(owner);
    const renew = (caller: Caller, given: object) =>
      caller.post(`/devices/${device.id}/pairing-code`, given);
    expect(await outcomeOf(renew(owner, {}))).toBe("400 invalid_request password");
    expect(await outcomeOf(renew(await join("manager"), PROOF))).toBe("403 insufficient_scope");
    const { status, body } = await renew(owner, PROOF);
    expect([status, body.device.id]).toEqual([201, device.id]);
    expect(body.pairingCode).toMatch(CODE);
    expect(body.pairingCode).not.toBe(pairingCode);
    expect(Buffer.from((await rowOf(device.id))?.hash)).toEqual(hashPairingCode(body.pairingCode));
  });

  test("is renamed by a manager; its limits are changed by an owner with the password", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    const manager = await join("manager");
    const { device } = await addTill(owner);
    const change = (caller: Caller, changes: object) =>
      caller.patch(`/devices/${device.id}`, changes);
    expect((await change(manager, { name: "Terrace" })).body.device.name).toBe("Terrace");
    const limits = { maxDayOutCents: 9_000 };
    expect(await outcomeOf(change(owner, limits))).toBe("400 invalid_request password");
    expect(await outcomeOf(change(manager, { ...limits, ...PROOF }))).toBe(
      "403 insufficient_scope",
    );
    expect((await change(owner, { ...limits, ...PROOF })).body.device.maxDayOutCents).toBe(9_000);
    expect(await rowOf(device.id)).toMatchObject({ name: "Till: Terrace", maxDayOut: 9_000 });
    // What stays the same needs no proof.
    expect((await change(manager, { ...limits, name: "Terrace" })).status).toBe(200);
    expect((await auditOf(merchantId, "device.changed")).map(({ details }) => details)).toEqual([
      { name: { from: "Front desk", to: "Terrace" } },
      { maxDayOutCents: { from: null, to: 9_000 } },
    ]);
  });

  test("is revoked by a manager: key, code and session end, once and for all", async () => {
    const { merchantId, owner, join } = await storeWithPeople();
    const manager = await join("manager");
    const { device, cashier } = await addTill(owner);
    await pairAndUnlock(merchantId, device.id, cashier.id);
    await owner.post(`/devices/${device.id}/pairing-code`, PROOF);
    const { body } = await manager.post(`/devices/${device.id}/revoke`, {});
    expect(body.device).toMatchObject({ browser: "Safari", system: "iPad" });
    expect(body.device.revokedAt).not.toBeNull();
    expect(await rowOf(device.id)).toMatchObject({ hash: null, expires: null });
    const open = await pg()`select from till_sessions
      where device_id = ${device.id} and ended_at is null`;
    expect(open).toHaveLength(0);

    await manager.post(`/devices/${device.id}/revoke`, {});
    expect(await auditOf(merchantId, "device.revoked")).toHaveLength(1);
    for (const answer of [
      owner.patch(`/devices/${device.id}`, { name: "Terrace" }),
      owner.post(`/devices/${device.id}/pairing-code`, PROOF),
    ]) {
      expect(await outcomeOf(answer)).toBe("400 invalid_request device");
    }
  });

  test("is one of at most 50; revoked ones don't count", async () => {
    const { owner } = await storeWithPeople();
    const { device } = await addTill(owner);
    await pg()`with keys as (
        insert into api_keys (merchant_id, id, name, shape, scopes, prefix, last4, secret_hash,
          created_by)
        select merchant_id, gen_random_uuid(), name, shape, scopes, prefix, last4, secret_hash,
          created_by
        from api_keys, generate_series(2, ${MAX_DEVICES})
        where id = (select key_id from devices where id = ${device.id})
        returning merchant_id, id)
      insert into devices (merchant_id, id, name, key_id, created_by)
        select merchant_id, gen_random_uuid(), 'Counter', id, 'operator' from keys`;
    expect(await outcomeOf(owner.post("/devices", FRONT))).toBe("400 invalid_request body");
    await owner.post(`/devices/${device.id}/revoke`, {});
    expect((await owner.post("/devices", FRONT)).status).toBe(201);
  });

  test("is added in test mode by a manager without the password, to the test store alone", async () => {
    const { live, twin, enterTestMode } = await storeWithTwin();
    const manager = await live.join("manager");
    await enterTestMode(manager);
    expect((await manager.post("/devices", { name: "Counter" })).status).toBe(201);
    expect(await actionsOf(twin.id)).toContain("device.created");
    expect((await live.owner.get("/devices")).body.devices).toEqual([]);
  });

  test("isn't added by a store whose owner hasn't confirmed their email", async () => {
    const { owner } = await storeWithPeople({ confirmedAt: null });
    expect(await outcomeOf(owner.post("/devices", FRONT))).toBe("403 store_not_confirmed");
  });
});

test("the key under a device is no API key: it isn't listed, changed, rolled or revoked as one, and doesn't count", async () => {
  const { merchantId, owner, join } = await storeWithPeople();
  const other = await join("owner");
  const { device, pairingCode } = await addTill(other);
  const [row] = await pg()<{ id: string }[]>`select key_id as id from devices
    where id = ${device.id}`;
  expect((await owner.get("/keys")).body.keys).toEqual([]);
  for (const answer of [
    owner.patch(`/keys/${row?.id}`, { name: "Mine" }),
    owner.post(`/keys/${row?.id}/roll`, { overlapHours: 0, ...PROOF }),
    owner.post(`/keys/${row?.id}/revoke`, {}),
  ]) {
    expect(await outcomeOf(answer)).toBe("404 not_found");
  }
  // The person who added it can leave without deciding about it.
  expect((await owner.delete(`/team/${other.userId}`, { body: { keys: [] } })).status).toBe(200);
  expect(await rowOf(device.id)).toMatchObject({ name: "Till: Front desk", revoked: null });
  // A code that they may have kept doesn't work anymore.
  expect((await strangersBrowser.post("/pair", { code: pairingCode })).status).toBe(404);
  const { body } = await owner.get("/transactions/actors");
  expect(JSON.stringify(body)).toContain("Kim");
  expect(JSON.stringify(body)).not.toContain("Till: Front desk");
  expect(await actionsOf(merchantId)).not.toContain("api_key.created");
});
