import { describe, expect, onTestFinished, test, vi } from "vitest";
import { keyedHash } from "@/lib/base/config/secrets";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { ownConnection } from "@/lib/testing/locks";
import { actionsOf, auditOf, storeWithPeople } from "@/lib/testing/portal";
import { createStore, newKey, storeWithKey } from "@/lib/testing/store";
import { authenticateKey, dropCachedKey, recordKeyUse } from "./authenticate";
import { revokeKey } from "./change";
import { formatKey, randomSecret, readKeyId } from "./format";
import { listKeys, merchantOfKey } from "./read";

const withCharacterChangedAt = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === "x" ? "y" : "x") + text.slice(at + 1);

const lastUsed = async (id: string) =>
  (await pg()`select last_used_at as at from api_keys where id = ${id}`)[0]?.at;

describe("a new key", () => {
  test("authenticates for its store with its shape, scopes and limit", async () => {
    const { store, key, secret } = await storeWithKey({
      scopes: ["cards:read"],
      limitPerWindow: 0,
    });
    expect(await authenticateKey(secret)).toEqual({
      kind: "key",
      merchantId: store.id,
      isTest: false,
      actor: `key:${key.id}`,
      scopes: ["cards:read"],
      shape: "B",
      limitPerWindow: 0,
    });
  });

  test("is looked up while reads hold all of their connections", async () => {
    const { secret } = await storeWithKey();
    let readsEnded = 0;
    const lock = ownConnection();
    await lock`select pg_advisory_lock(1)`;
    const reads = Array.from({ length: 10 }, async () => {
      await pg()`select pg_advisory_xact_lock_shared(1)`;
      readsEnded++;
    });
    expect(await authenticateKey(secret)).not.toBeNull();
    expect(readsEnded).toBe(0);
    await lock`select pg_advisory_unlock(1)`;
    await Promise.all(reads);
  });

  test("is stored as a hash only", async () => {
    const { key, secret } = await storeWithKey();
    const [row] = await pg()`select k::text as text from api_keys k where id = ${key.id}`;
    const middle = secret.slice(20, -6);
    // Postgres prints bytes as hex.
    for (const form of [middle, Buffer.from(middle).toString("hex")]) {
      expect(row?.text).not.toContain(form);
    }
    expect(secret.startsWith(key.prefix) && secret.endsWith(key.last4)).toBe(true);
  });

  test("is in the audit log, without its secret", async () => {
    const { store, key, secret } = await storeWithKey();
    const entries = await auditOf(store.id);
    expect(entries).toMatchObject([{ action: "api_key.created", subjectId: key.id }]);
    expect(JSON.stringify(entries)).not.toContain(secret.slice(20, -6));
  });

  test("requested several times under one Idempotency-Key is one key, with its secret in each response", async () => {
    const store = await createStore();
    const idempotency = { key: newId(), fingerprint: keyedHash("test", "one"), path: "/test" };
    const make = () => newKey(store.ctx({ idempotency }));
    const answers = await Promise.all([make(), make(), make()]);
    expect(new Set(answers.map(({ secret }) => secret)).size).toBe(1);
    expect(await listKeys(store.ctx())).toHaveLength(1);
    expect(await authenticateKey(answers[0].secret)).not.toBeNull();
    const [kept] = await pg()`select answer::text as text from idempotency_keys
      where merchant_id = ${store.id}`;
    expect(kept?.text).not.toContain(answers[0].secret.slice(20, -6));
  });

  test("with an expiry in the past is refused", async () => {
    const store = await createStore();
    const making = newKey(store.ctx(), { expiresAt: new Date(Date.now() - 1) });
    await expect(making).rejects.toMatchObject({ code: "invalid_request" });
    expect(await listKeys(store.ctx())).toEqual([]);
  });

  test("past two hundred working ones is refused; revoked ones do not count", async () => {
    const store = await createStore();
    const first = await newKey(store.ctx());
    await pg()`insert into api_keys select merchant_id, gen_random_uuid(), name, shape, scopes,
      prefix, last4, secret_hash, limit_per_window, created_by from api_keys,
      generate_series(1, 199) where id = ${first.key.id}`;
    await expect(newKey(store.ctx())).rejects.toMatchObject({ code: "invalid_request" });
    await revokeKey(store.ctx(), { keyId: first.key.id });
    await newKey(store.ctx());
  });
});

describe("a key that is none", () => {
  test("with a wrong secret or an unknown id is refused", async () => {
    const { key } = await storeWithKey();
    expect(await authenticateKey(formatKey(key.id, randomSecret()))).toBeNull();
    expect(await authenticateKey(formatKey(newId(), randomSecret()))).toBeNull();
  });

  test("and is mistyped costs no look-up", async () => {
    const { secret } = await storeWithKey();
    const lookUp = vi.spyOn(Map.prototype, "set");
    expect(await authenticateKey(`${secret.slice(0, -1)}_`)).toBeNull();
    expect(await authenticateKey(withCharacterChangedAt(secret, 30))).toBeNull();
    expect(await authenticateKey("scrip_live_nonsense")).toBeNull();
    expect(lookUp).not.toHaveBeenCalled();
    await authenticateKey(secret);
    expect(lookUp).toHaveBeenCalled();
    lookUp.mockRestore();
  });

  test("any more, since it expired, is refused", async () => {
    const { key, secret } = await storeWithKey({ expiresAt: new Date(Date.now() + 60_000) });
    expect(await authenticateKey(secret)).not.toBeNull();
    await pg()`update api_keys set expires_at = now() where id = ${key.id}`;
    dropCachedKey(key.id);
    expect(await authenticateKey(secret)).toBeNull();
  });
});

describe("revocation", () => {
  test("is in force at once in this process, audited once, and final", async () => {
    const { store, key, secret } = await storeWithKey();
    expect(await authenticateKey(secret)).not.toBeNull();
    const first = await revokeKey(store.ctx(), { keyId: key.id });
    expect(first.key.revokedAt).toBeInstanceOf(Date);
    expect(await authenticateKey(secret)).toBeNull();
    const again = await revokeKey(store.ctx(), { keyId: key.id });
    expect(again.key.revokedAt).toEqual(first.key.revokedAt);
    expect(await actionsOf(store.id)).toEqual(["api_key.created", "api_key.revoked"]);
  });

  test("by another process is in force a second after it", async () => {
    const { key, secret } = await storeWithKey();
    expect(await authenticateKey(secret)).not.toBeNull();
    await pg()`update api_keys set revoked_at = now() where id = ${key.id}`;
    const secondLaterMs = performance.now() + 1_000;
    const clock = vi.spyOn(performance, "now").mockReturnValue(secondLaterMs);
    onTestFinished(() => clock.mockRestore());
    expect(await authenticateKey(secret)).toBeNull();
  });
});

test("use is recorded outside the request, at most once a minute, and never for a wrong secret", async () => {
  const { key, secret } = await storeWithKey();
  const wrong = await storeWithKey();
  await authenticateKey(formatKey(wrong.key.id, randomSecret()));
  await authenticateKey(secret);
  await expect.poll(() => lastUsed(key.id)).not.toBeNull();
  const noted = await lastUsed(key.id);
  // If the first key were recorded again, it would be in the same commit as this one.
  const later = await storeWithKey();
  for (const id of [key.id, later.key.id]) recordKeyUse(id);
  await expect.poll(() => lastUsed(later.key.id)).not.toBeNull();
  expect(await lastUsed(key.id)).toEqual(noted);
  expect(await lastUsed(wrong.key.id)).toBeNull();
});

test("uses of many keys at a time are noted in one commit", async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => storeWithKey()));
  const ids = keys.map(({ key }) => key.id);
  for (const id of ids) recordKeyUse(id);
  const commits = () => pg()`select count(*)::int as keys from api_keys
    where id = any(${ids}::uuid[]) and last_used_at is not null group by xmin::text`;
  await expect.poll(commits).toEqual([{ keys: 20 }]);
});

test("many requests at a time share one look-up", async () => {
  const { secret } = await storeWithKey();
  const principals = await Promise.all(Array.from({ length: 50 }, () => authenticateKey(secret)));
  expect(principals).not.toContain(null);
  expect(new Set(principals.map((principal) => principal?.scopes)).size).toBe(1);
});

test("keys in use are looked up together, before their second is over", async () => {
  const [first, second] = [await storeWithKey(), await storeWithKey()];
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  onTestFinished(() => now.mockRestore());
  for (const { secret } of [first, second, first, second]) await authenticateKey(secret);
  await pg()`update api_keys set revoked_at = now() where id = ${first.key.id}`;

  now.mockReturnValue(1_000_200);
  await authenticateKey((await storeWithKey()).secret);
  expect(await authenticateKey(first.secret), "its look-up is new").not.toBeNull();
  now.mockReturnValue(1_000_300);
  await authenticateKey((await storeWithKey()).secret);
  expect(await authenticateKey(first.secret), "looked up along with another").toBeNull();
  expect(await authenticateKey(second.secret)).not.toBeNull();
});

test("a key in use is looked up again before its cache entry ends", async () => {
  const { key, secret } = await storeWithKey();
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  onTestFinished(() => now.mockRestore());
  await authenticateKey(secret);
  await pg()`update api_keys set revoked_at = now() where id = ${key.id}`;

  now.mockReturnValue(1_000_600);
  expect(await authenticateKey(secret), "at half a second it waits for nothing").not.toBeNull();
  expect(await authenticateKey(secret), "and knows better the next time").toBeNull();
});

test("the list is the store's own, working keys first, newest first, with who made them", async () => {
  const { merchantId, owner, ctx } = await storeWithPeople();
  const revoked = await newKey(ctx(`user:${owner.userId}`), { name: "old" });
  await newKey(ctx(`user:${owner.userId}`), { name: "till" });
  await newKey(ctx(), { name: "demo" });
  await revokeKey(ctx(), { keyId: revoked.key.id });
  await storeWithKey();

  const keys = await listKeys(ctx());
  expect(keys.map(({ name, createdBy }) => [name, createdBy])).toEqual([
    ["demo", "operator"],
    ["till", "Ada"],
    ["old", "Ada"],
  ]);
  expect(await merchantOfKey(revoked.key.id)).toBe(merchantId);
  expect(await merchantOfKey(newId())).toBeNull();
  expect(readKeyId(revoked.secret)).toBe(revoked.key.id);
});
