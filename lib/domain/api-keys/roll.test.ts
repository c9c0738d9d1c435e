import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { auditOf } from "@/lib/testing/portal";
import { storeWithKey } from "@/lib/testing/store";
import { authenticateKey, dropCachedKey } from "./authenticate";
import { changeKey, revokeKey } from "./change";
import { listKeys } from "./read";
import { rollKey } from "./roll";

const HOUR_MS = 60 * 60 * 1_000;
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
    expect(rolled.key).toMatchObject({ name: "Till 1", replacedBy: null });
    // The old one never expired.
    expect(hoursUntil(rolled.key.expiresAt)).toBeCloseTo(365 * 24, 1);
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
    await pg()`update api_keys k set created_at = earlier.at
      from (select created_at - interval '10 hours' as at from api_keys where id = ${key.id} offset 0) earlier
      where k.id = ${key.id}`;
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

  test("is audited with what took whose place and until when the old one works", async () => {
    const { store, key } = await storeWithKey();
    const rolled = await rollKey(store.ctx(), { keyId: key.id, overlapHours: 1 });
    const entries = await auditOf(store.id);
    expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["api_key.created", key.id],
      ["api_key.created", rolled.key.id],
      ["api_key.rolled", key.id],
    ]);
    const { details } = entries.at(-1) ?? {};
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

  test("of another store is not found and makes none", async () => {
    const [mine, other] = [await storeWithKey(), await storeWithKey()];
    await expect(
      rollKey(mine.store.ctx(), { keyId: other.key.id, overlapHours: 1 }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect(await listKeys(mine.store.ctx())).toHaveLength(1);
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

test("renaming a key is audited with both names, and changes nothing else", async () => {
  const { store, key, secret } = await storeWithKey();
  const rename = () => changeKey(store.ctx(), { keyId: key.id, name: "Till 2" });
  expect((await rename()).key).toEqual({ ...key, name: "Till 2" });
  await rename();
  const details = { name: { from: "Till 1", to: "Till 2" } };
  expect((await auditOf(store.id)).slice(1)).toMatchObject([
    { action: "api_key.renamed", subjectId: key.id, details },
  ]);
  expect(await authenticateKey(secret)).not.toBeNull();
});
