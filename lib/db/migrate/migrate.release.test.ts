import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { expect, test, vi } from "vitest";
import { VERSION } from "@/lib/base/config/version";
import { FIRST_BUCKET, schemasOf } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { spend } from "@/lib/domain/cards/spend";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { asOwner, useDatabasePerTest } from "@/lib/testing/database";
import { deadlocks } from "@/lib/testing/deadlocks";
import { atOnce, makeCard, sameRequestContexts } from "@/lib/testing/ledger-fixtures";
import { POLL_TIMEOUT_MS } from "@/lib/testing/patience";
import { inRelease } from "@/lib/testing/release";
import { createStore } from "@/lib/testing/store";
import { migrate } from "./migrate";

// Some tests change the schema.
useDatabasePerTest();

const url = () => process.env.MIGRATE_DATABASE_URL ?? "";
const appUrl = () => process.env.DATABASE_URL ?? "";

/**
 * Runs `work` while six tills debit cards with Idempotency-Keys and a webhook subscribes to the debits.
 * `work` can wait until the tills have made a few more. Returns the number of debits.
 */
async function whileTillsDebit(
  work: (someDebits: () => Promise<void>) => Promise<unknown>,
): Promise<number> {
  const { ctx } = await createStore();
  await createWebhook(ctx(), { url: "https://example.com/hook", events: ["card.debited"] });
  const cards = await atOnce(6, () => makeCard(ctx, { amountCents: 1_000_000 }));
  let stop = false;
  let debits = 0;
  const till = async ({ id: cardId }: { id: string }) => {
    for (; !stop; debits++) await spend(sameRequestContexts(ctx)(), { cardId, amountCents: 1 });
  };
  const tills = cards.map(till);
  try {
    await work(async () => {
      const enough = debits + 3 * tills.length;
      await vi.waitUntil(() => debits >= enough, { interval: 5, timeout: POLL_TIMEOUT_MS });
    });
  } finally {
    stop = true;
  }
  await Promise.all(tills);
  return debits;
}

test("migrating again while tills debit fails neither, and changes nothing", async () => {
  const parts = () => pg()`select * from migrations.installed order by name`;
  const before = await parts();
  const debits = await whileTillsDebit(async () => {
    for (let run = 0; run < 5; run++) await migrate(url(), { appUrl: appUrl() });
  });
  expect(debits).toBeGreaterThan(0);
  expect(await parts()).toEqual(before);
  expect(await deadlocks()).toBe(0);
});

test("a column that is added to cards, transactions, events or kept answers while tills debit fails no request", async () => {
  const tables = ["cards", "transactions", "events", "idempotency_keys"];
  await whileTillsDebit(async (someDebits) => {
    for (let round = 0; round < 5; round++) {
      for (const table of tables) {
        await asOwner((sql) =>
          sql.unsafe(`alter table ${table} add column added_${round} int default 7`),
        );
        await someDebits();
      }
    }
  });
  for (const table of tables) {
    const wrong = await pg().unsafe(`select from ${table} where added_0 is distinct from 7
      or added_4 is distinct from 7`);
    expect(wrong, table).toHaveLength(0);
  }
});

test("a release that changes tables and functions while tills debit and a report reads fails no debit and lets none wait for long", async () => {
  const reader = postgres(url(), { max: 1 });
  await inRelease(async (write) => {
    const move = readFileSync(join("lib", "ledger", "post", "move.sql"), "utf8");
    write("lib/ledger/post/move.sql", `${move}\n-- changed`);
    write(
      "drizzle/9001_release.sql",
      "alter table events add release int; alter table transactions add release int;",
    );
    await whileTillsDebit(async (someDebits) => {
      let leave = () => {};
      const left = new Promise<void>((settle) => {
        leave = settle;
      });
      const report = reader.begin(async (tx) => {
        await tx`select from transactions limit 1`;
        await left;
      });
      await someDebits();
      const migrated = migrate(url());
      const startedMs = performance.now();
      // Several times as long as the migration waits for its lock.
      while (performance.now() - startedMs < 2_500) await someDebits();
      leave();
      await Promise.all([migrated, report]);
    });
  });
  await reader.end();
  expect(await pg()`select release from transactions limit 1`).toEqual([{ release: null }]);
});

test("a changed function is installed in the commit of the migration that it goes with, and both are undone together", async () => {
  await inRelease(async (write) => {
    const value = async () => (await pg()`select probe_value() as value`)[0]?.value;
    write(
      "drizzle/9002_probe.sql",
      "create table probe (value int); insert into probe values (1);",
    );
    write(
      "lib/ledger/probe.sql",
      "create or replace function probe_value() returns int language sql as 'select * from none'",
    );
    await expect(migrate(url())).rejects.toThrow("none");
    expect(await pg()`select to_regclass('probe') as table`).toEqual([{ table: null }]);

    for (const factor of [10, 20]) {
      write(
        "lib/ledger/probe.sql",
        `create or replace function probe_value() returns int language sql
          as 'select value * ${factor} from probe'`,
      );
      await migrate(url());
      expect(await value()).toBe(factor);
    }
  });
});

test("a release that this one can run beside is left as it is, so that a roll-back can migrate first", async () => {
  const { version, oldestCompatible } = { version: "99.0.0", oldestCompatible: VERSION };
  await inRelease(async (write) => {
    write("drizzle/9004_next.sql", "alter table cards add next int;");
    const move = readFileSync(join("lib", "ledger", "post", "move.sql"), "utf8");
    write("lib/ledger/post/move.sql", `${move}\n-- changed`);
    await migrate(url(), { release: { version, oldestCompatible } });
  });
  const parts = () =>
    pg()`select name, checksum, version from migrations.installed, migrations.releases order by 1, 3`;
  const before = await parts();
  await migrate(url(), { appUrl: appUrl() });
  expect(await parts()).toEqual(before);
  await asOwner(
    (sql) =>
      sql`insert into migrations.releases (version, oldest_compatible) values ('99.1.0', '99.0.0')`,
  );
  await expect(migrate(url())).rejects.toThrow("belongs to a newer release");
});

test("a large index is built while tills debit, after an interrupted build too, by two instances at once", async () => {
  await inRelease(async (write) => {
    write(
      "drizzle/9005_index.sql",
      "-- For a report.\ncreate index concurrently if not exists transactions_probe on transactions (amount_cents);",
    );
    await whileTillsDebit(async (someDebits) => {
      await someDebits();
      // Two cards have debits of the same amount: the build ends with an error, and its index stays, invalid.
      await expect(
        asOwner((sql) =>
          sql.unsafe(
            "create unique index concurrently transactions_probe on transactions (amount_cents)",
          ),
        ),
      ).rejects.toThrow("could not create unique index");
      await Promise.all([migrate(url()), migrate(url())]);
      await someDebits();
    });
    const found = await pg()`select indisvalid as valid, indisunique as unique from pg_index
      where indexrelid = 'transactions_probe'::regclass`;
    expect([...found]).toEqual([{ valid: true, unique: false }]);
  });
});

test("a database that a newer release migrated is refused, and left as it is", async () => {
  const drop = (sql: postgres.Sql) =>
    sql`delete from migrations.installed where name in ('move.sql', '9999_later.sql')`;
  await asOwner(async (sql) => {
    await drop(sql);
    await sql`insert into migrations.installed (name, checksum) values ('9999_later.sql', '')`;
  });
  const before = await pg()`select * from migrations.installed order by name`;
  await expect(migrate(url())).rejects.toThrow("belongs to a newer release");
  expect(await pg()`select * from migrations.installed order by name`).toEqual(before);

  await asOwner(drop);
  await migrate(url());
});

test("the app's role can use what a later migration adds", async () => {
  await inRelease(async (write) => {
    write("drizzle/9003_later.sql", "create table later (n int); insert into later values (1);");
    await migrate(url(), { appUrl: appUrl() });
    expect(await pg()`update later set n = 2 returning n`).toEqual([{ n: 2 }]);
    await asOwner((sql) => sql`drop table later`);
  });
});

test("every table and every function of the database says what it is for", async () => {
  const silent = await pg()`
    with schemas as (select oid from pg_namespace where nspname = any(${schemasOf([FIRST_BUCKET])}::text[]))
    select relname as name from pg_class where relnamespace in (select oid from schemas)
      and relkind = 'r' and obj_description(oid, 'pg_class') is null
    union all
    select proname from pg_proc where pronamespace in (select oid from schemas)
      and obj_description(oid, 'pg_proc') is null`;
  expect([...silent].map(({ name }) => name).filter((name) => !name.startsWith("probe"))).toEqual(
    [],
  );
});

test("a database from before the first release is refused in words, and left as it is", async () => {
  await asOwner((sql) => sql`delete from migrations.installed`);
  await expect(migrate(url())).rejects.toThrow("Use an empty one");
  expect(await pg()`select from migrations.installed`).toHaveLength(0);
  expect(await pg()`select to_regclass('merchants') as found`).toEqual([{ found: "merchants" }]);
});
