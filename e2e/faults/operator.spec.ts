import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { apiClient } from "../support/client";
import { runScrip, runScripWith } from "../support/run-scrip-command";
import { expect, test } from "../support/test";

// Each command starts a process.
test.describe.configure({ timeout: 120_000 });

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
  const [stores, keys] = await Promise.all([
    runScrip("merchant", "list"),
    runScrip("key", "list", "--merchant", slug),
  ]);
  expect(stores.body.merchants).toContainEqual(expect.objectContaining({ slug }));
  expect(keys.body.keys).toHaveLength(1);
  expect(JSON.stringify(keys.body)).not.toContain(made.body.key);

  expect((await runScrip("key", "revoke", "--id", made.body.id)).code).toBe(0);
  await expect.poll(async () => (await till.get("/cards")).status, { timeout: 2_000 }).toBe(401);
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

/** Runs the operator command on its own database without stores. */
const onFreshDatabase = test.extend<{ url: string }>({
  url: async ({ sql }, use) => {
    const name = `operator_${randomBytes(5).toString("hex")}`;
    await sql.unsafe(`create database ${name}`);
    const url = new URL(process.env.DATABASE_URL ?? "");
    url.pathname = `/${name}`;
    await use(url.href);
    await sql.unsafe(`drop database ${name} with (force)`);
  },
});

onFreshDatabase(
  "every job and step of the database runs, and may be run again",
  async ({ url }) => {
    const run = async (...words: string[]) => {
      const { code, body } = await runScripWith({ DATABASE_URL: url }, ...words);
      expect(code).toBe(0);
      return body;
    };
    for (const seeded of [true, false]) {
      expect(await run("db", "migrate")).toMatchObject({ migrated: true });
      // The demo store is only created in an instance without stores.
      expect(await run("db", "seed")).toMatchObject({ seeded });
    }
    for (const job of ["outbox", "housekeeping"]) {
      expect(await run("cron", job)).toMatchObject({ job });
    }
  },
);

onFreshDatabase(
  "a figure that differs is named, and ends ledger verify with 1",
  async ({ url }) => {
    expect(await runScripWith({ DATABASE_URL: url }, "db", "migrate")).toMatchObject({ code: 0 });
    expect(await runScripWith({ DATABASE_URL: url }, "ledger", "verify")).toMatchObject({
      code: 0,
      body: { ok: true, problems: [] },
    });

    const other = postgres(url, { max: 1 });
    await other`insert into card_counts values (${crypto.randomUUID()}, 'active', 'digital', 0, 5)`;
    await other.end();
    const { code, body } = await runScripWith({ DATABASE_URL: url }, "ledger", "verify");
    expect(code).toBe(1);
    expect(body).toMatchObject({
      ok: false,
      problems: [{ check: "card counts match", found: "counted 5, there are 0" }],
    });
  },
);
