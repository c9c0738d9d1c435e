import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storeCodeHmac } from "../cards/code";
import { lookUpCard } from "../history/read-card";
import { newId } from "../ids";
import { authenticateKey } from "../merchants/keys/authenticate";
import { formatKey, randomSecret } from "../merchants/keys/format";
import { operatorContext } from "../merchants/operator";
import { unsealTotpSecret } from "../merchants/totp/code";
import { seal, sha256 } from "../secrets";
import { configure } from "../testing/configure";
import { asOwner, useDatabasePerTest } from "../testing/database";
import { closePool, pg } from "./client";
import { migrate } from "./migrate";
import { ensureReady } from "./readiness";

useDatabasePerTest();

const KEY = process.env.ENCRYPTION_KEY;
const forget = () => Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
beforeEach(forget);
afterEach(() => {
  configure({ ENCRYPTION_KEY: KEY });
  forget();
});

const upgrade = () =>
  migrate(process.env.MIGRATE_DATABASE_URL ?? "", { appUrl: process.env.DATABASE_URL });

/** A seal from before keys had ids. */
const oldSeal = (purpose: string, context: string, text: string) =>
  seal(purpose, context, text).replace(/^[^.]+/, "k1");

const [merchantId, otherId, cardId, userId, keyId] = [newId(), newId(), newId(), newId(), newId()];
const CODE = "ABCDEFGHJKMNPQRS";
const VERIFIED_AT = new Date("2026-03-01T00:00:00Z");

/** Rows of a database from before the migration, by what in them is encrypted. */
const ROWS = {
  stores: () => `insert into merchants (id, slug, name, transfers_enabled) values
      ('${merchantId}', 'first', 'First', true), ('${otherId}', 'other', 'Other', false);
    insert into outbox (id, kind, payload, status) values
      ('${newId()}', 'email', '{"link": "/reset#token"}', 'pending'),
      ('${newId()}', 'email', '{"to": "ada@example.com"}', 'failed')`,
  cards: () => `insert into cards
      (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status, card_type) values
      ('${merchantId}', '${cardId}', '\\x${storeCodeHmac(merchantId, CODE).toString("hex")}',
      '${oldSeal("card-code", `${merchantId}:${cardId}`, CODE)}', 'PQRS', 'USD', 'inactive', 'digital')`,
  webhooks: () => {
    const id = newId();
    return `insert into webhooks (merchant_id, id, url, events, sealed_secret) values ('${merchantId}',
      '${id}', 'https://example.com', '{card.debited}', '${oldSeal("webhook-secret", `${merchantId}:${id}`, "s")}')`;
  },
  users: () => `insert into users (id, email, name, password_hash, verified_at, sealed_totp_secret)
      values ('${userId}', 'o@example.com', 'O', 'x', '${VERIFIED_AT.toISOString()}',
      '${oldSeal("totp", userId, "its secret")}');
    insert into memberships (merchant_id, user_id, role) values ('${merchantId}', '${userId}', 'owner')`,
} satisfies Record<string, () => string>;
type Rows = keyof typeof ROWS;

/** Makes the test's database one of the release before 0001_trust.sql, with these rows. */
const makeOldDatabase = (rows: Rows[]) =>
  asOwner(async (sql) => {
    await closePool();
    await sql.unsafe(`drop schema public cascade; drop schema migrations cascade;
      create schema public; create schema migrations;
      create table migrations.installed (name text primary key, checksum text not null,
        installed_at timestamptz not null default now());
      insert into migrations.installed (name, checksum) values ('0000_base.sql', '')`);
    await sql.unsafe(readFileSync("drizzle/0000_base.sql", "utf8"));
    await sql.unsafe(`create function invite(p_id uuid, p_card cards, p_email text) returns void
      language sql as ''; create function link_to(p_merchant uuid, p_card uuid, p_email text)
      returns text language sql as 'select null'`);
    for (const one of rows) await sql.unsafe(ROWS[one]());
  });

test("a database of the release before keeps its codes, keys, secrets and confirmed stores", async () => {
  await makeOldDatabase(["stores", "cards", "webhooks", "users"]);
  const key = formatKey(keyId, randomSecret());
  const scopes = ["cards:read", "money:write"];
  await asOwner(
    (sql) => sql`insert into api_keys
      (merchant_id, id, name, shape, scopes, prefix, last4, secret_hash, created_by) values
      (${merchantId}, ${keyId}, 'Till', 'A', ${scopes}, '', '', ${sha256(key)}, 'operator')`,
  );
  await upgrade();
  await ensureReady();

  expect((await lookUpCard(operatorContext(merchantId), { code: CODE })).card.id).toBe(cardId);
  expect((await authenticateKey(key))?.scopes).toEqual([...scopes, "codes:read"]);
  const [user] = await pg()`select sealed_totp_secret as sealed from users`;
  expect(unsealTotpSecret(userId, String(user?.sealed))).toBe("its secret");
  const stores = await pg()<{ slug: string; at: string | null }[]>`
    select slug, confirmed_at as at from merchants order by slug`;
  expect(stores.map(({ slug, at }) => [slug, at && new Date(at)])).toEqual([
    ["first", VERIFIED_AT],
    ["other", null],
  ]);
  const mails = await pg()`select status from outbox order by status`;
  expect(mails.map(({ status }) => status)).toEqual(["failed", "pending"]);
  await expect(pg()`update outbox set status = 'lost'`).rejects.toThrow("outbox_status");
  expect(await pg()`select from pg_proc where proname in ('invite', 'link_to')`).toHaveLength(1);
});

test.each(["cards", "webhooks", "users"] as const)(
  "another ENCRYPTION_KEY does not migrate a database in which only %s are encrypted",
  async (rows) => {
    await makeOldDatabase(["stores", rows]);
    configure({ ENCRYPTION_KEY: "6f".repeat(32) });
    await expect(upgrade()).rejects.toThrow(`table ${rows}`);
    const found = await asOwner((sql) => sql`select name from migrations.installed`);
    expect(found.map(({ name }) => name)).toEqual(["0000_base.sql"]);

    configure({ ENCRYPTION_KEY: KEY });
    await upgrade();
    await ensureReady();
  },
);
