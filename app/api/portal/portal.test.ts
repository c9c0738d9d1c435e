import { describe, expect, test } from "vitest";
import { API_SCOPES, type Role } from "@/lib/context";
import { pg } from "@/lib/db/client";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { authenticateKey } from "@/lib/merchants/keys/authenticate";
import { createKey } from "@/lib/merchants/keys/create";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send, signedIn } from "@/lib/testing/portal";
import * as revoke from "./keys/[id]/revoke/route";
import * as roll from "./keys/[id]/roll/route";
import * as key from "./keys/[id]/route";
import * as keys from "./keys/route";
import * as me from "./me/route";
import * as signUp from "./sign-up/route";

useTestDatabase();

const newStore = () => ({
  storeName: "Corner Bakery",
  name: "Ada",
  email: `ada-${newId()}@example.com`,
  password: "a long enough password",
  currency: "EUR",
});

/** Signs up and in: the headers that the person's browser sends. */
async function person(role: Role = "owner") {
  const store = newStore();
  const { body } = await send(signUp, "POST", { body: store });
  const [user] = await pg()`update memberships set role = ${role}
    where merchant_id = ${body.merchantId} returning user_id as "userId"`;
  const member = { merchantId: body.merchantId as string, userId: user?.userId as string };
  return { ...member, store, headers: await signedIn(member) };
}

const till = { name: "Till 1", shape: "B", scopes: ["cards:read", "money:write"], expiresAt: null };

describe("POST /api/portal/sign-up", () => {
  test.each([
    ["Europe/Zurich", "Europe/Zurich"],
    ["europe/zurich", "Europe/Zurich"],
    ["Mars/Olympus", "UTC"],
    ["+02:00", "UTC"],
    [undefined, "UTC"],
  ])(
    "the browser's time zone %s makes it the store's, where it is known: %s",
    async (timeZone, kept) => {
      const { body } = await send(signUp, "POST", { body: { ...newStore(), timeZone } });
      const [row] = await pg()`select time_zone from merchants where id = ${body.merchantId}`;
      expect(row).toEqual({ time_zone: kept });
    },
  );

  test("creates a store: 201 with its id and slug, no session, no password", async () => {
    const answer = await send(signUp, "POST", { body: newStore() });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(["merchantId", "slug"]);
  });

  test.each([
    ["email", { email: "nobody" }],
    ["password", { password: "short" }],
    ["storeName", { storeName: " " }],
    ["name", { name: "a\0b" }],
    ["currency", { currency: "EURO" }],
    ["role", { role: "owner" }],
  ])("names a wrong %s: 400", async (path, wrong) => {
    const answer = await send(signUp, "POST", { body: { ...newStore(), ...wrong } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "invalid_request", fields: [{ path }] });
  });

  test("tells a person whose address has an account: 400 at email", async () => {
    const store = newStore();
    await send(signUp, "POST", { body: store });
    const again = await send(signUp, "POST", {
      body: { ...store, email: store.email.toUpperCase() },
    });
    expect(again.status).toBe(400);
    expect(again.body.fields).toEqual([{ path: "email", message: expect.any(String) }]);
  });
});

describe("a person in no store any more", () => {
  const leftAlone = async () => {
    const { store, userId } = await person();
    await pg()`delete from user_sessions where user_id = ${userId}`;
    await pg()`delete from memberships where user_id = ${userId}`;
    return { store, userId };
  };
  const storesOf = (userId: string) => pg()`select from memberships where user_id = ${userId}`;

  test("founds one with the password of their account, once, also twice at once", async () => {
    const { store, userId } = await leftAlone();
    const answers = await Promise.all([0, 1].map(() => send(signUp, "POST", { body: store })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await storesOf(userId)).toHaveLength(1);
  });

  test("is told from nobody by who does not know it: the same 400, and no store", async () => {
    const { store: member } = await person();
    const { store, userId } = await leftAlone();
    const guess = async (email: string) => {
      const body = { ...newStore(), email, password: "not the password" };
      const answer = await send(signUp, "POST", { body });
      return [answer.status, answer.body.fields];
    };
    expect(await guess(store.email)).toEqual(await guess(member.email));
    expect(await storesOf(userId)).toHaveLength(0);
  });

  test("whose sign-in takes two steps is not let past the second one", async () => {
    const { store, userId } = await leftAlone();
    await pg()`update users set sealed_totp_secret = 's', totp_enabled_at = now()
      where id = ${userId}`;
    const answer = await send(signUp, "POST", { body: store });
    expect([answer.status, answer.body.fields[0].path]).toEqual([400, "email"]);
    expect(await storesOf(userId)).toHaveLength(0);
  });
});

test("GET /api/portal/me tells who is signed in, where and as what", async () => {
  const { headers, store, userId, merchantId } = await person("manager");
  expect((await send(me, "GET", { headers })).body).toEqual({
    user: { id: userId, name: store.name, email: store.email, isConfirmed: false },
    merchant: {
      id: merchantId,
      name: store.storeName,
      slug: expect.stringMatching(/^corner-bakery/),
      currency: "EUR",
      timeZone: "UTC",
    },
    role: "manager",
  });
});

test("without a session every portal route but sign-up is 401", async () => {
  for (const { status } of [
    await send(me, "GET"),
    await send(keys, "GET"),
    await send(keys, "POST", { body: till }),
    await send(revoke, "POST", { id: newId() }),
  ]) {
    expect(status).toBe(401);
  }
});

test("an API key, whatever its scopes, opens none of the portal's routes: 403", async () => {
  const { merchantId } = await person();
  const made = await createKey(operatorContext(merchantId), {
    name: "All",
    shape: "A",
    scopes: API_SCOPES,
    expiresAt: null,
  });
  const headers = { Authorization: `Bearer ${made.secret}` };
  const routes = import.meta.glob<Resource>("./**/route.ts", { eager: true });
  const opened: string[] = [];
  let tried = 0;
  for (const [path, route] of Object.entries(routes)) {
    for (const method of ["GET", "POST", "PATCH", "DELETE"] as const) {
      const { spec } = route[method];
      if (!spec || spec.scope === null) continue;
      tried++;
      const { status } = await send(route, method, { headers, id: made.key.id });
      if (status !== 403) opened.push(`${method} ${path}: ${status}`);
    }
  }
  expect(opened).toEqual([]);
  expect(tried).toBeGreaterThan(40);
});

describe("API keys in the portal", () => {
  test.each(["owner", "manager"] as const)("are made, listed and revoked as %s", async (role) => {
    const { headers, merchantId } = await person(role);
    const made = await send(keys, "POST", { headers, body: till });
    expect(made.status).toBe(201);
    const { key, secret } = made.body;
    expect(key).toMatchObject({ ...till, createdBy: "Ada", lastUsedAt: null, revokedAt: null });
    expect(await authenticateKey(secret)).toMatchObject({ merchantId, shape: "B" });

    const listed = await send(keys, "GET", { headers });
    expect(listed.body.keys).toHaveLength(1);
    expect(listed.text).not.toContain(secret);

    const revoked = await send(revoke, "POST", { headers, id: key.id });
    expect(revoked.status).toBe(200);
    expect(revoked.body.key.revokedAt).not.toBeNull();
    expect(await authenticateKey(secret)).toBeNull();
  });

  test("are listed for a viewer, who may not change them: 403", async () => {
    const { headers } = await person("viewer");
    expect((await send(keys, "GET", { headers })).body).toEqual({ keys: [] });
    expect((await send(keys, "POST", { headers, body: till })).status).toBe(403);
    expect((await send(revoke, "POST", { headers, id: newId() })).status).toBe(403);
    const overlap = { overlapHours: 0 };
    expect((await send(roll, "POST", { headers, id: newId(), body: overlap })).status).toBe(403);
    const name = { name: "Till 2" };
    expect((await send(key, "PATCH", { headers, id: newId(), body: name })).status).toBe(403);
  });

  test("are rolled and renamed by a manager", async () => {
    const { headers } = await person("manager");
    const made = (await send(keys, "POST", { headers, body: till })).body;
    const { id } = made.key;
    const renamed = await send(key, "PATCH", { headers, id, body: { name: " Till 2 " } });
    expect(renamed.body.key.name).toBe("Till 2");
    const rolled = await send(roll, "POST", { headers, id, body: { overlapHours: 1 } });
    expect(rolled.status).toBe(201);
    expect(rolled.body.key.name).toBe("Till 2");
    expect(await authenticateKey(rolled.body.secret)).not.toBeNull();
    for (const overlapHours of [2, -1, "1", null]) {
      const answer = await send(roll, "POST", { headers, id, body: { overlapHours } });
      expect([answer.status, answer.body.fields[0].path]).toEqual([400, "overlapHours"]);
    }
  });

  test("sent twice under one Idempotency-Key are one key and the same answer", async () => {
    const { headers } = await person();
    const sent = { headers: { ...headers, "Idempotency-Key": newId() }, body: till };
    const [first, second] = [await send(keys, "POST", sent), await send(keys, "POST", sent)];
    expect(second.text).toBe(first.text);
    expect((await send(keys, "GET", { headers })).body.keys).toHaveLength(1);
  });

  test.each([
    ["name", { name: "" }],
    ["name", { name: "x".repeat(101) }],
    ["shape", { shape: "C" }],
    ["scopes", { scopes: [] }],
    ["scopes.0", { scopes: ["store:manage"] }],
    ["expiresAt", { expiresAt: "2020-01-01T00:00:00Z" }],
    ["expiresAt", { expiresAt: "tomorrow" }],
    ["limitPerWindow", { limitPerWindow: 0 }],
  ])("with a wrong %s are refused: 400 (%j)", async (path, wrong) => {
    const { headers } = await person();
    const answer = await send(keys, "POST", { headers, body: { ...till, ...wrong } });
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toBe(path);
  });

  test("of another store are absent: 404 with the same bytes but for the request id", async () => {
    const [owner, stranger] = [await person(), await person()];
    const { key } = (await send(keys, "POST", { headers: owner.headers, body: till })).body;
    const bytes = async (id: string) => {
      const answer = await send(revoke, "POST", { headers: stranger.headers, id });
      expect(answer.status).toBe(404);
      return answer.text.replace(/req_[0-9a-f-]+/, "");
    };
    expect(await bytes(key.id)).toBe(await bytes(newId()));
    expect(await bytes("nonsense")).toBe(await bytes(key.id));
  });
});
