import { afterEach, beforeEach, expect, test } from "vitest";
import { seal } from "@/lib/base/config/secrets";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { ensureReady } from "@/lib/db/client/readiness";
import { storeCodeHmac } from "@/lib/domain/cards/code";
import { operatorContext } from "@/lib/domain/people/operator";
import { lookUpCard } from "@/lib/domain/transactions/read-card";
import { configure } from "@/lib/testing/configure";
import { asOwner, useDatabasePerTest } from "@/lib/testing/database";
import { migrate } from "./migrate";
import { migrationFiles } from "./release-files";

useDatabasePerTest();

const KEY = process.env.ENCRYPTION_KEY;
const forget = () => Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
beforeEach(forget);
afterEach(() => {
  configure({ ENCRYPTION_KEY: KEY });
  forget();
});

const FORMER = "base trust till retries closings imported looks session_settings"
  .split(" ")
  .map((name, n) => `000${n}_${name}.sql`);

const upgrade = () =>
  migrate(process.env.MIGRATE_DATABASE_URL ?? "", { appUrl: process.env.DATABASE_URL });

const installed = async () =>
  (await asOwner((sql) => sql`select name from migrations.installed order by name`)).map(
    ({ name }) => name,
  );

const [merchantId, cardId, userId] = [newId(), newId(), newId()];
const CODE = "ABCDEFGHJKMNPQRS";

/** A seal from before keys had ids. */
const oldSeal = (purpose: string, context: string, text: string) =>
  seal(purpose, context, text).replace(/^[^.]+/, "k1");

/** Rows of a database whose key was never recorded, by what in them is encrypted. */
const ROWS = {
  cards: () => `insert into cards
      (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status, card_type) values
      ('${merchantId}', '${cardId}', '\\x${storeCodeHmac(merchantId, CODE).toString("hex")}',
      '${oldSeal("card-code", `${merchantId}:${cardId}`, CODE)}', 'PQRS', 'USD', 'inactive', 'digital')`,
  webhooks: () => {
    const id = newId();
    return `insert into webhooks (merchant_id, id, url, events, sealed_secret) values ('${merchantId}',
      '${id}', 'https://example.com', '{card.debited}', '${oldSeal("webhook-secret", `${merchantId}:${id}`, "s")}')`;
  },
  users: () => `insert into users (id, email, name, password_hash, sealed_totp_secret)
      values ('${userId}', 'o@example.com', 'O', 'x', '${oldSeal("totp", userId, "its secret")}')`,
} satisfies Record<string, () => string>;
type Rows = keyof typeof ROWS;

/** Makes the test's database one of a version before 1.0.0 with these migrations, and with these rows. */
const makeFormerDatabase = (migrations: string[], rows: Rows[] = []) =>
  asOwner(async (sql) => {
    await sql.unsafe(
      `insert into merchants (id, slug, name) values ('${merchantId}', 'first', 'First')`,
    );
    for (const one of rows) await sql.unsafe(ROWS[one]());
    await sql`drop table migrations.releases`;
    await sql`drop table job_runs`;
    await sql`alter table events drop column traceparent`;
    await sql`delete from migrations.installed where name = '0000_schema.sql'`;
    for (const name of migrations)
      await sql`insert into migrations.installed (name, checksum) values (${name}, '')`;
    await sql.unsafe(`create function save_answer(uuid, text, bytea, text, text, jsonb) returns void
      language sql as ''`);
  });

test("a database of the last version before 1.0.0 is taken over with its rows", async () => {
  await makeFormerDatabase(FORMER, ["cards"]);
  await expect(ensureReady()).rejects.toThrow("older than this release. Run: npm run");
  await upgrade();
  await ensureReady();
  expect((await lookUpCard(operatorContext(merchantId), { code: CODE })).card.id).toBe(cardId);
  const names = await installed();
  expect(names.filter((name) => /^\d/.test(name))).toEqual(
    migrationFiles().map(({ name }) => name),
  );
  expect(await pg()`select from pg_proc where proname = 'save_answer'`).toHaveLength(1);
  expect(await pg()`select traceparent from events`).toEqual([]);
  expect(await pg()`select job from job_runs`).toEqual([]);
  await upgrade();
  expect(await installed()).toEqual(names);
});

test("a database of an earlier version is refused, with what to do, and left as it is", async () => {
  await makeFormerDatabase(FORMER.slice(0, -1));
  const before = await installed();
  await expect(upgrade()).rejects.toThrow(
    /Update it with the last one first: check out commit \w+/,
  );
  expect(await installed()).toEqual(before);
});

test.each(["cards", "webhooks", "users"] as const)(
  "another ENCRYPTION_KEY does not migrate a database in which only %s are encrypted",
  async (rows) => {
    await makeFormerDatabase(FORMER, [rows]);
    configure({ ENCRYPTION_KEY: "6f".repeat(32) });
    const before = await installed();
    await expect(upgrade()).rejects.toThrow(`table ${rows}`);
    expect(await installed()).toEqual(before);

    configure({ ENCRYPTION_KEY: KEY });
    await upgrade();
    await ensureReady();
  },
);
