import { afterEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { authenticateKey } from "@/lib/domain/api-keys/authenticate";
import { configure } from "@/lib/testing/configure";
import { memberOf, signInAs, signUpPerson } from "@/lib/testing/people";
import { PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { anybody, outcomeOf } from "@/lib/testing/requests";

const newSignUpBody = () => ({
  storeName: "Corner Bakery",
  name: "Ada",
  email: `ada-${newId()}@example.com`,
  password: PASSWORD,
  currency: "EUR",
});

const keyBody = {
  name: "Till 1",
  shape: "B",
  scopes: ["cards:read", "transactions:read"],
  expiresAt: null,
};

/** The templates of the mails to an address, oldest first. */
const mailsTo = async (to: string): Promise<string[]> => {
  const parts = await inEachBucket(
    () => pg()<{ template: string }[]>`select payload ->> 'template' as template
      from outbox where payload ->> 'to' = ${to} order by id`,
  );
  return parts.flat().map(({ template }) => template);
};

const PRODUCTION = {
  APP_URL: "https://cards.example",
  SMTP_URL: "smtp://mail.example",
  TRUSTED_PROXY_HOPS: "0",
  SIGN_UP: "open",
};

afterEach(() => configure({ APP_URL: "", SMTP_URL: "", TRUSTED_PROXY_HOPS: "", SIGN_UP: "" }));

describe("POST /api/portal/sign-up", () => {
  test.each([
    ["Europe/Zurich", "Europe/Zurich"],
    ["europe/zurich", "Europe/Zurich"],
    ["Mars/Olympus", "UTC"],
    ["+02:00", "UTC"],
    [undefined, "UTC"],
  ])("with the browser's time zone %s makes a store in %s", async (timeZone, expected) => {
    const wanted = newSignUpBody();
    const { status, body } = await anybody.post("/sign-up", { ...wanted, timeZone });
    expect([status, body]).toEqual([202, { confirmFirst: false }]);
    const { merchantId } = await memberOf(wanted.email);
    const [row] = await pg()`select time_zone from merchants where id = ${merchantId}`;
    expect(row).toEqual({ time_zone: expected });
  });

  test("answers the same for an email that has an account, and only the mail says so", async () => {
    const { store, merchantId } = await signUpPerson();
    const email = store.email.toUpperCase();
    const unknown = await anybody.post("/sign-up", newSignUpBody());
    const known = await anybody.post("/sign-up", { ...store, email, password: "another long one" });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await memberOf(store.email)).toMatchObject({ merchantId });
    expect(await mailsTo(store.email)).toEqual(["address_proof", "account_exists"]);
  });

  test("with the password of an unconfirmed account mails another link, which replaces the first", async () => {
    const { store, merchantId } = await signUpPerson();
    const link = () => pg()`select token_hash from address_proofs
      join users on users.id = user_id where users.email = ${store.email}`;
    const first = await link();
    expect(await outcomeOf(anybody.post("/sign-up", store))).toBe("202");
    expect(await mailsTo(store.email)).toEqual(["address_proof", "address_proof"]);
    expect(await link()).not.toEqual(first);
    expect(await memberOf(store.email)).toMatchObject({ merchantId });
  });

  test.each(["invited", "closed"])(
    "is refused while sign-up is %s, and mails nobody",
    async (mode) => {
      configure({ SIGN_UP: mode });
      const body = newSignUpBody();
      expect(await outcomeOf(anybody.post("/sign-up", body))).toBe("403 sign_up_closed");
      expect(await mailsTo(body.email)).toEqual([]);
    },
  );

  test("in production, gives an account that starts with the mailed link", async () => {
    configure(PRODUCTION);
    const body = newSignUpBody();
    const answer = await anybody.post("/sign-up", body);
    expect([answer.status, answer.body]).toEqual([202, { confirmFirst: true }]);
    const address = newId();
    for (let n = 0; n < 10; n++) expect(await signInAs(body, { address })).toBeNull();
    // Like a wrong password, the right one counts: the limit doesn't reveal the account.
    await expect(signInAs(body, { address })).rejects.toMatchObject({ code: "rate_limited" });
    await pg()`update users set verified_at = now() where email = ${body.email}`;
    expect(await signInAs(body)).toBe("session");
  });

  test("refuses common passwords, leaked ones and those made of the email or the store's name", async () => {
    const refused = ["password123", "qwertyuiop", "iloveyou2024", "P@ssw0rd1234", "cornerbakery"];
    for (const password of [...refused, "ada@example.com"]) {
      const body = { ...newSignUpBody(), email: "ada@example.com", password };
      expect(await outcomeOf(anybody.post("/sign-up", body)), password).toBe(
        "400 invalid_request password",
      );
    }
  });
});

describe("a person who is in no store", () => {
  const leftAlone = async () => {
    const { store, userId } = await signUpPerson();
    await pg()`update users set verified_at = now() where id = ${userId}`;
    await pg()`delete from user_sessions where user_id = ${userId}`;
    await pg()`delete from memberships where user_id = ${userId}`;
    return { store, userId };
  };
  const storesOf = (userId: string) => pg()`select from memberships where user_id = ${userId}`;

  test("creates one with the password of their account, once, also when sent twice at once", async () => {
    const { store, userId } = await leftAlone();
    const answers = await Promise.all([0, 1].map(() => anybody.post("/sign-up", store)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await storesOf(userId)).toHaveLength(1);
    expect((await mailsTo(store.email)).sort()).toEqual([
      "account_exists",
      "address_proof",
      "store_created",
    ]);
  });

  test("looks like anybody else with an account to those who don't know the password", async () => {
    const { store: member } = await signUpPerson();
    const { store, userId } = await leftAlone();
    const guess = async (email: string) => {
      const body = { ...newSignUpBody(), email, password: "not the right one" };
      const answer = await anybody.post("/sign-up", body);
      return [answer.status, answer.text];
    };
    expect(await guess(store.email)).toEqual(await guess(member.email));
    expect(await storesOf(userId)).toHaveLength(0);
  });

  test("with two-step sign-in does not get past the second step", async () => {
    const { store, userId } = await leftAlone();
    await pg()`update users set sealed_totp_secret = 's', totp_enabled_at = now()
      where id = ${userId}`;
    expect(await outcomeOf(anybody.post("/sign-up", store))).toBe("202");
    expect(await storesOf(userId)).toHaveLength(0);
  });
});

test("API keys are created, listed, renamed, rolled and revoked", async () => {
  const { join, merchantId } = await storeWithPeople();
  const { get, post, patch } = await join("manager");
  const made = await post("/keys", keyBody);
  expect(made.status).toBe(201);
  const { secret } = made.body;
  const { id } = made.body.key;
  const unused = { createdBy: "A manager", lastUsedAt: null, revokedAt: null };
  expect(made.body.key).toMatchObject({ ...keyBody, ...unused });
  expect(await authenticateKey(secret)).toMatchObject({ merchantId, shape: "B" });
  const listed = await get("/keys");
  expect(listed.body.keys).toHaveLength(1);
  expect(listed.text).not.toContain(secret);

  const renamed = await patch(`/keys/${id}`, { name: " Till 2 " });
  expect(renamed.body.key.name).toBe("Till 2");
  const rolled = await post(`/keys/${id}/roll`, { overlapHours: 1 });
  expect(rolled.status).toBe(201);
  expect(rolled.body.key.name).toBe("Till 2");
  expect(await authenticateKey(rolled.body.secret)).not.toBeNull();

  const revoked = await post(`/keys/${id}/revoke`);
  expect(revoked.status).toBe(200);
  expect(revoked.body.key.revokedAt).not.toBeNull();
  expect(await authenticateKey(secret)).toBeNull();
});
