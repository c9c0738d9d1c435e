import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { authenticateKey } from "@/lib/merchants/keys/authenticate";
import { useTestDatabase } from "@/lib/testing/database";
import { signedUp } from "@/lib/testing/people";
import { anybody, outcomeOf, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
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
  password: PASSWORD,
  currency: "EUR",
});

const till = { name: "Till 1", shape: "B", scopes: ["cards:read", "money:write"], expiresAt: null };

describe("POST /api/portal/sign-up", () => {
  test.each([
    ["Europe/Zurich", "Europe/Zurich"],
    ["europe/zurich", "Europe/Zurich"],
    ["Mars/Olympus", "UTC"],
    ["+02:00", "UTC"],
    [undefined, "UTC"],
  ])("with the browser's time zone %s makes a store in %s", async (timeZone, expected) => {
    const { body } = await anybody.post(signUp, { ...newStore(), timeZone });
    const [row] = await pg()`select time_zone from merchants where id = ${body.merchantId}`;
    expect(row).toEqual({ time_zone: expected });
  });

  test("creates a store: 201 with its id and slug, no session, no password", async () => {
    const answer = await anybody.post(signUp, newStore());
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(["merchantId", "slug"]);
  });

  test("refuses an email that has an account", async () => {
    const { store } = await signedUp();
    const email = store.email.toUpperCase();
    expect(await outcomeOf(anybody.post(signUp, { ...store, email }))).toBe(
      "400 invalid_request email",
    );
  });
});

describe("a person who is in no store", () => {
  const leftAlone = async () => {
    const { store, userId } = await signedUp();
    await pg()`delete from user_sessions where user_id = ${userId}`;
    await pg()`delete from memberships where user_id = ${userId}`;
    return { store, userId };
  };
  const storesOf = (userId: string) => pg()`select from memberships where user_id = ${userId}`;

  test("creates one with the password of their account, once, also when sent twice at once", async () => {
    const { store, userId } = await leftAlone();
    const answers = await Promise.all([0, 1].map(() => anybody.post(signUp, store)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await storesOf(userId)).toHaveLength(1);
  });

  test("looks like anybody else with an account to those who don't know the password", async () => {
    const { store: member } = await signedUp();
    const { store, userId } = await leftAlone();
    const guess = async (email: string) => {
      const body = { ...newStore(), email, password: "not the password" };
      const answer = await anybody.post(signUp, body);
      return [answer.status, answer.body.fields];
    };
    expect(await guess(store.email)).toEqual(await guess(member.email));
    expect(await storesOf(userId)).toHaveLength(0);
  });

  test("with two-step sign-in does not get past the second step", async () => {
    const { store, userId } = await leftAlone();
    await pg()`update users set sealed_totp_secret = 's', totp_enabled_at = now()
      where id = ${userId}`;
    expect(await outcomeOf(anybody.post(signUp, store))).toBe("400 invalid_request email");
    expect(await storesOf(userId)).toHaveLength(0);
  });
});

test("GET /api/portal/me says who is signed in, where and with which role", async () => {
  const { get, store, userId, merchantId } = await signedUp();
  expect((await get(me)).body).toEqual({
    user: { id: userId, name: store.name, email: store.email, isConfirmed: false },
    merchant: {
      id: merchantId,
      name: store.storeName,
      slug: expect.stringMatching(/^bakery/),
      currency: "EUR",
      timeZone: "UTC",
    },
    role: "owner",
  });
});

describe("API keys in the portal", () => {
  test("are created, listed, renamed, rolled and revoked", async () => {
    const { owner, join, merchantId } = await storeWithPeople();
    const { get, post, patch } = await join("manager");
    const made = await post(keys, till);
    expect(made.status).toBe(201);
    const { secret } = made.body;
    const { id } = made.body.key;
    const unused = { createdBy: "A manager", lastUsedAt: null, revokedAt: null };
    expect(made.body.key).toMatchObject({ ...till, ...unused });
    expect(await authenticateKey(secret)).toMatchObject({ merchantId, shape: "B" });
    const listed = await get(keys);
    expect(listed.body.keys).toHaveLength(1);
    expect(listed.text).not.toContain(secret);

    const renamed = await patch(key, { name: " Till 2 " }, { id });
    expect(renamed.body.key.name).toBe("Till 2");
    for (const overlapHours of [2, -1, "1", null]) {
      const answer = owner.post(roll, { overlapHours }, { id });
      expect(await outcomeOf(answer)).toBe("400 invalid_request overlapHours");
    }
    const rolled = await post(roll, { overlapHours: 1 }, { id });
    expect(rolled.status).toBe(201);
    expect(rolled.body.key.name).toBe("Till 2");
    expect(await authenticateKey(rolled.body.secret)).not.toBeNull();

    const revoked = await post(revoke, undefined, { id });
    expect(revoked.status).toBe(200);
    expect(revoked.body.key.revokedAt).not.toBeNull();
    expect(await authenticateKey(secret)).toBeNull();
  });

  test("sent twice under one Idempotency-Key are one key and the same response", async () => {
    const { get, post } = (await storeWithPeople()).owner;
    const headers = { "Idempotency-Key": newId() };
    const first = await post(keys, till, { headers });
    expect((await post(keys, till, { headers })).text).toBe(first.text);
    expect((await get(keys)).body.keys).toHaveLength(1);
  });

  test("named by nonsense are absent", async () => {
    const { owner } = await storeWithPeople();
    expect((await owner.post(revoke, undefined, { id: "nonsense" })).status).toBe(404);
  });
});
