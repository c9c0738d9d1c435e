import { randomBytes } from "node:crypto";
import { apiClient } from "../support/client";
import { newDatabase } from "../support/new-database";
import { runScrip, runScripWith } from "../support/run-scrip-command";
import { expect, test } from "../support/test";

test("the operator makes a store and a key that works at once, and revokes it", async () => {
  const unique = randomBytes(5).toString("hex");
  // Hex, because a value that starts with a dash would be parsed as an option.
  const password = randomBytes(12).toString("hex");
  const words = ["--name", `Shop ${unique}`, "--email", `${unique}@example.com`];
  const store = await runScrip("merchant", "create", ...words, "--password", password);
  expect(store.body).toEqual({
    merchantId: expect.any(String),
    slug: expect.stringMatching(/^shop-/),
    userId: expect.any(String),
  });
  const { slug } = store.body;

  const made = await runScrip("key", "create", "--merchant", slug, "--name", "Till");
  expect(made).toMatchObject({ code: 0, body: { id: expect.any(String) } });
  const till = apiClient(made.body.key);
  expect((await till.get("/cards")).status).toBe(200);

  expect((await runScrip("key", "revoke", "--id", made.body.id)).code).toBe(0);
  await expect.poll(async () => (await till.get("/cards")).status).toBe(401);
});

test("--shape, --scopes, --limit and --no-limits are the key's", async ({ merchant }) => {
  const make = async (...words: string[]) => {
    const key = ["--merchant", merchant.merchantId, "--name", "Till", ...words];
    return apiClient((await runScrip("key", "create", ...key)).body.key);
  };
  const [reader, raised, unlimited] = await Promise.all([
    make("--shape", "B", "--scopes", "cards:read"),
    make("--limit", "2"),
    make("--no-limits"),
  ]);
  const list = await reader.get("/cards");
  expect(list.headers.get("scrip-shape")).toBe("B");
  expect((await reader.post("/cards", { currency: "EUR", cardType: "digital" })).status).toBe(403);

  const statuses = [];
  for (let n = 0; n < 3; n++) {
    statuses.push((await raised.post("/cards", { currency: "EUR" })).status);
  }
  expect(statuses).toEqual([201, 201, 429]);

  const { status, headers } = await unlimited.post("/cards", { currency: "EUR" });
  expect([status, headers.get("ratelimit")]).toEqual([201, null]);
});

test("the operator turns off a team member's two-step sign-in", async ({ merchant, sql }) => {
  const { userId, email, merchantId } = merchant;
  const turnOff = (address: string) => runScrip("user", "two-step", "off", "--email", address);
  expect((await turnOff(email)).error).toMatchObject({ error: "invalid_request" });
  await sql`update users set totp_enabled_at = now(), sealed_totp_secret = 'sealed'
    where id = ${userId}`;
  expect(await turnOff(email.toUpperCase())).toMatchObject({
    code: 0,
    body: { userId, twoStep: false },
  });
  const [user] = await sql`select totp_enabled_at, sealed_totp_secret from users
    where id = ${userId}`;
  expect(user).toEqual({ totp_enabled_at: null, sealed_totp_secret: null });
  const audited = await sql`select actor, subject_id from audit_log
    where merchant_id = ${merchantId} and action = 'totp.disabled'`;
  expect([...audited]).toEqual([{ actor: "operator", subject_id: userId }]);
  const mails = await sql`select from outbox
    where payload ->> 'to' = ${email} and payload ->> 'change' = 'off'`;
  expect(mails).toHaveLength(1);
  expect((await turnOff("nobody@example.com")).error).toMatchObject({ error: "not_found" });
});

test("a wrong command says what is wrong, as JSON, and ends with 1", async () => {
  const { code, body, error } = await runScrip("key", "revoke", "--id", "not-an-id");
  const message = "No API key has the ID not-an-id.";
  expect({ code, body, message: error.message }).toEqual({ code: 1, body: null, message });
});

test("every job and step of the database may be run again; a figure that differs ends ledger verify with 1", async () => {
  const { variables, sql, remove } = await newDatabase();
  const run = async (...words: string[]) => {
    const owner = { DATABASE_URL: variables.MIGRATE_DATABASE_URL };
    const { code, body } = await runScripWith(owner, ...words);
    return { code, ...body };
  };
  try {
    for (const seeded of [true, false]) {
      expect(await run("db", "migrate")).toMatchObject({ code: 0, migrated: true });
      // The demo store is only created in an instance without stores.
      expect(await run("db", "seed")).toMatchObject({ code: 0, seeded });
    }
    for (const job of ["outbox", "housekeeping"]) {
      expect(await run("cron", job)).toMatchObject({ code: 0, job });
    }
    expect(await run("ledger", "verify")).toMatchObject({ code: 0, ok: true, problems: [] });
    await sql`insert into card_counts values (${crypto.randomUUID()}, 'active', 'digital', 0, 5)`;
    expect(await run("ledger", "verify")).toMatchObject({
      ...{ code: 1, ok: false },
      problems: [{ check: "card counts match", found: "counted 5, there are 0" }],
    });
  } finally {
    await remove();
  }
});
