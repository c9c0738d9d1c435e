import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { expect, test } from "vitest";
import { activate } from "../cards/activate";
import { create } from "../cards/create";
import { credit } from "../cards/credit";
import { spend } from "../cards/spend";
import { pg } from "../db/client";
import { migrate } from "../db/migrate";
import { newId } from "../ids";
import { databaseOn, useTestDatabase } from "../testing/database";
import { createStore } from "../testing/store";

useTestDatabase();

test("a card's peak rises with its balance and stays when it falls", async () => {
  const { ctx } = await createStore();
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  const peak = async () => {
    const [row] = await pg()`select peak_cents from cards where id = ${card.id}`;
    return Number(row?.peak_cents);
  };
  expect(await peak()).toBe(0);
  await activate(ctx(), { cardId: card.id, amountCents: 500 });
  expect(await peak()).toBe(500);
  await spend(ctx(), { cardId: card.id, amountCents: 300 });
  await credit(ctx(), { cardId: card.id, amountCents: 200 });
  expect(await peak()).toBe(500);
  await credit(ctx(), { cardId: card.id, amountCents: 101 });
  expect(await peak()).toBe(501);
});

test("no index of a card is on what a debit changes, so that its row stays on its page", async () => {
  const indexes = await pg()<{ definition: string }[]>`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'cards'::regclass`;
  expect(indexes.length).toBeGreaterThan(5);
  for (const { definition } of indexes) {
    expect(definition).not.toMatch(/balance_cents|sequence|updated_at/);
  }
});

test("cards from before there were peaks get theirs when the database is migrated", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scrip-migrations-"));
  cpSync("drizzle", folder, { recursive: true });
  const journalFile = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(journalFile, "utf8"));
  const before = journal.entries.filter((entry: { idx: number }) => entry.idx < 3);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: before }));

  const admin = pg();
  const name = `before_peaks_${process.pid}`;
  await admin.unsafe(`create database ${name}`);
  const url = databaseOn(process.env.DATABASE_URL ?? "", name);
  const old = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await applyMigrations(drizzle(old), { migrationsFolder: folder });
    const id = newId();
    await old`insert into merchants (id, slug, name) values (${id}, 'old', 'Old')`;
    await old`insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency,
        balance_cents, status, card_type)
      values (${id}, ${id}, 'x', 'x', 'XXXX', 'USD', 1234, 'active', 'digital')`;
    await migrate(url);
    expect(await old`select peak_cents from cards`).toEqual([{ peak_cents: "1234" }]);
  } finally {
    await old.end();
    await admin.unsafe(`drop database ${name} with (force)`);
    rmSync(folder, { recursive: true });
  }
});
