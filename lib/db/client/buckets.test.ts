import { expect, test } from "vitest";
import { isOnCitus } from "@/lib/base/config/env";
import { functionFiles, migrationFiles } from "@/lib/db/migrate/release-files";
import { asOwner } from "@/lib/testing/database";
import {
  FIRST_BUCKET,
  KEYS_BETWEEN,
  LOCAL_TABLES,
  SHARED_TABLES,
  schemaOfTable,
  schemasOf,
} from "./buckets";
import { listBuckets } from "./in-buckets";

const tables = () =>
  asOwner(
    (sql) => sql<{ name: string; schema: string }[]>`
      select c.relname as name, n.nspname as schema from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${sql(schemasOf([FIRST_BUCKET]))} and c.relkind = 'r' order by 1`,
  );

test("every shared table exists, and every table is in its schema", async () => {
  const rows = await tables();
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(SHARED_TABLES));
  expect(rows.map(({ schema }) => schema)).toEqual(
    rows.map(({ name }) => schemaOfTable(name, FIRST_BUCKET)),
  );
});

test("no foreign key leads from a shared table to a bucket, or from a bucket to a local table, but those that Citus goes without", async () => {
  const keys = await asOwner(
    (sql) => sql<{ name: string; from: string; to: string }[]>`
      select k.conname as name, f.relname as from, t.relname as to from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      join pg_namespace n on n.oid = k.connamespace
      where k.contype = 'f' and n.nspname in ${sql(schemasOf([FIRST_BUCKET]))} order by 1`,
  );
  const isShared = (table: string) => SHARED_TABLES.includes(table);
  const crossing = keys.filter(({ from, to }) =>
    isShared(from) ? !isShared(to) : LOCAL_TABLES.includes(to),
  );
  expect(keys.length).toBeGreaterThan(50);
  const { consumer_sessions: ofSessions, ...kept } = KEYS_BETWEEN;
  const all = [...Object.values(kept), ...((await listBuckets()).length > 1 ? [] : [ofSessions])];
  expect(crossing.map(({ name }) => name)).toEqual(isOnCitus() ? [] : all.sort());
});

test("no migration or function names a schema, because tables of a bucket can be in any", () => {
  for (const { name, text } of [...migrationFiles(), ...functionFiles()])
    expect(text, name).not.toMatch(/\bpublic"?\."?\w/);
});
