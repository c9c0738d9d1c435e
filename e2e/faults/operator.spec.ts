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
      code: 1,
      ok: false,
      problems: [{ check: "card counts match", found: "counted 5, there are 0" }],
    });
  } finally {
    await remove();
  }
});
