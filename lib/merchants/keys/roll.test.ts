import { describe, expect, test } from "vitest";
import { createStore } from "@/lib/testing/store";
import { pg } from "../../db/client";
import { newId } from "../../ids";
import { API_SCOPES } from "../../roles";
import { keyedHash } from "../../secrets";
import { authenticateKey, dropCachedKey } from "./authenticate";
import { renameKey, revokeKey } from "./change";
import { createKey } from "./create";
import { listKeys } from "./read";
import { rollKey } from "./roll";

const HOUR_MS = 60 * 60 * 1_000;
const wanted = { name: "Till 1", shape: "B", scopes: API_SCOPES, expiresAt: null } as const;

async function storeWithKey(more: Partial<Parameters<typeof createKey>[1]> = {}) {
  const store = await createStore();
  return { store, ...(await createKey(store.ctx(), { ...wanted, ...more })) };
}

const auditOf = ({ id }: { id: string }) =>
  pg()`select action, subject_id as "subjectId", details from audit_log
    where merchant_id = ${id} order by id`;

const hoursUntil = (instant: unknown) =>
  (new Date(String(instant)).getTime() - Date.now()) / HOUR_MS;

describe("rolling a key", () => {
  test("makes one like it; both work until the old one's time is over", async () => {
    const { store, key, secret } = await storeWithKey({
      scopes: ["cards:read"],
      limitPerWindow: 0,
    });
    const rolled = await rollKey(store.ctx(), { keyId: key.id, overlapHours: 24 });
    const like = { merchantId: store.id, scopes: ["cards:read"], shape: "B", limitPerWindow: 0 };
    expect(rolled.key).toMatchObject({ name: "Till 1", expiresAt: null, replacedBy: null });
    expect(await authenticateKey(rolled.secret)).toMatchObject({
      ...like,
      actor: `key:${rolled.key.id}`,
    });
    expect(await authenticateKey(secret)).toMatchObject({ ...like, actor: `key:${key.id}` });

    const old = (await listKeys(store.ctx())).find(({ id }) => id === key.id);
    expect(old?.replacedBy).toBe(rolled.key.id);
    expect(hoursUntil(old?.expiresAt)).toBeCloseTo(24, 1);
    await pg()`update api_keys set expires_at = now() where id = ${key.id}`;
    dropCachedKey(key.id);
    expect(await authenticateKey(secret)).toBeNull();
    expect(await authenticateKey(rolled.secret)).not.toBeNull();
  });

  test("without an overlap ends the old one at once", async () => {
    const { store, key, secret } = await storeWithKey();
    expect(await authenticateKey(secret)).not.toBeNull();
    const rolled = await rollKey(store.ctx(), { keyId: key.id, overlapHours: 0 });
    expect(await authenticateKey(secret)).toBeNull();
    expect(await authenticateKey(rolled.secret)).not.toBeNull();
  });

  test("gives the new one as long a life, and the old one no longer a life than it had", async () => {
    const expiresAt = new Date(Date.now() + 2 * HOUR_MS);
    const { store, key } = await storeWithKey({ expiresAt });
    await pg()`update api_keys set created_at = created_at - interval '10 hours'
      where id = ${key.id}`;
    const rolled = await rollKey(store.ctx(), { keyId: key.id, overlapHours: 168 });
    expect(hoursUntil(rolled.key.expiresAt)).toBeCloseTo(12, 1);
    const old = (await listKeys(store.ctx())).find(({ id }) => id === key.id);
    expect(old?.expiresAt).toEqual(expiresAt);
  });

  test("several times at once makes one new key", async () => {
    const { store, key } = await storeWithKey();
    const rolls = await Promise.allSettled(
      [0, 1, 2, 3].map(() => rollKey(store.ctx(), { keyId: key.id, overlapHours: 1 })),
    );
    expect(rolls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const roll of rolls) {
      if (roll.status === "fulfilled") continue;
      expect(roll.reason).toMatchObject({ options: { fields: [{ path: "key" }] } });
    }
    expect(await listKeys(store.ctx())).toHaveLength(2);
  });

  test("under one Idempotency-Key is one roll, its key told whole each time and stored never", async () => {
    const { store, key } = await storeWithKey();
    const idempotency = { key: newId(), fingerprint: keyedHash("test", "one") };
    const roll = () => rollKey(store.ctx({ idempotency }), { keyId: key.id, overlapHours: 1 });
    const answers = await Promise.all([roll(), roll()]);
    expect(answers[1]?.secret).toBe(answers[0]?.secret);
    expect(await authenticateKey(answers[0]?.secret ?? "")).not.toBeNull();
    const kept = JSON.stringify(
      await pg()`select (select answer::text from idempotency_keys
        where merchant_id = ${store.id}) as answer, (select string_agg(l::text, ' ')
        from audit_log l where merchant_id = ${store.id}) as log`,
    );
    expect(kept).not.toContain(answers[0]?.secret.slice(20, -6));
  });

  test("is audited with what took whose place and until when the old one works", async () => {
    const { store, key } = await storeWithKey();
    const rolled = await rollKey(store.ctx(), { keyId: key.id, overlapHours: 1 });
    expect((await auditOf(store)).map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["api_key.created", key.id],
      ["api_key.created", rolled.key.id],
      ["api_key.rolled", key.id],
    ]);
    const { details } = (await auditOf(store)).at(-1) ?? {};
    expect(details).toMatchObject({ name: "Till 1", replacedBy: rolled.key.id });
    expect(hoursUntil(details.expiresAt)).toBeCloseTo(1, 1);
  });

  test.each(["revoked", "expired", "rolled"] as const)("that is %s is refused", async (how) => {
    const { store, key } = await storeWithKey();
    const roll = () => rollKey(store.ctx(), { keyId: key.id, overlapHours: 1 });
    if (how === "revoked") await revokeKey(store.ctx(), { keyId: key.id });
    if (how === "expired") await pg()`update api_keys set expires_at = now()`;
    if (how === "rolled") await roll();
    const before = (await listKeys(store.ctx())).length;
    await expect(roll()).rejects.toMatchObject({ code: "invalid_request" });
    expect(await listKeys(store.ctx())).toHaveLength(before);
  });

  test("of another store, or of none, is not_found and changes nothing", async () => {
    const { key, secret } = await storeWithKey();
    const stranger = await createStore();
    for (const keyId of [key.id, newId()]) {
      const rolling = rollKey(stranger.ctx(), { keyId, overlapHours: 0 });
      await expect(rolling).rejects.toMatchObject({ code: "not_found" });
    }
    dropCachedKey(key.id);
    expect(await authenticateKey(secret)).not.toBeNull();
    expect(await listKeys(stranger.ctx())).toEqual([]);
  });

  test("past two hundred working keys is refused, unless the old one ends at once", async () => {
    const { store, key } = await storeWithKey();
    await pg()`insert into api_keys (merchant_id, id, name, shape, scopes, prefix, last4,
        secret_hash, created_by)
      select merchant_id, gen_random_uuid(), name, shape, scopes, prefix, last4, secret_hash,
        created_by from api_keys, generate_series(1, 199) where id = ${key.id}`;
    const roll = (overlapHours: 0 | 1) => rollKey(store.ctx(), { keyId: key.id, overlapHours });
    await expect(roll(1)).rejects.toMatchObject({ code: "invalid_request" });
    await roll(0);
  });
});

describe("renaming a key", () => {
  test("is audited with both names, and changes nothing else", async () => {
    const { store, key, secret } = await storeWithKey();
    const renamed = await renameKey(store.ctx(), { keyId: key.id, name: "Till 2" });
    expect(renamed.key).toEqual({ ...key, name: "Till 2" });
    await renameKey(store.ctx(), { keyId: key.id, name: "Till 2" });
    expect((await auditOf(store)).slice(1)).toEqual([
      {
        action: "api_key.renamed",
        subjectId: key.id,
        details: { name: { from: "Till 1", to: "Till 2" } },
      },
    ]);
    expect(await authenticateKey(secret)).not.toBeNull();
  });

  test("of another store is not_found", async () => {
    const { key } = await storeWithKey();
    const stranger = await createStore();
    const renaming = renameKey(stranger.ctx(), { keyId: key.id, name: "Mine" });
    await expect(renaming).rejects.toMatchObject({ code: "not_found" });
  });
});
