import { expect, test } from "vitest";
import { bucketsIn, FIRST_BUCKET, SHARED_TABLES, schemaOfBucket } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { asOwner, useDatabasePerTest } from "@/lib/testing/database";
import { inRelease } from "@/lib/testing/release";
import { databaseRelease } from "./database-release";
import { isOfSharedTable, statementsOf } from "./install-bucket";
import { migrate } from "./migrate";
import { functionFiles, migrationFiles } from "./release-files";

useDatabasePerTest();

const BUCKET = "bucket_7";
const SCHEMAS = [schemaOfBucket(FIRST_BUCKET), BUCKET];
const url = () => process.env.MIGRATE_DATABASE_URL ?? "";
const appUrl = () => process.env.DATABASE_URL ?? "";
const addBucket = () => migrate(url(), { appUrl: appUrl(), newBucket: BUCKET });

/** Everything that a schema has, in words, by kind. Each query gets the schema and the names of the shared tables. */
const CATALOGS = {
  tables: `select c.relname, c.relkind, c.reloptions, c.relreplident, obj_description(c.oid, 'pg_class')
    from pg_class c where c.relnamespace = $1::regnamespace and c.relkind not in ('i', 'c') and c.relname <> all ($2)`,
  columns: `select c.relname, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attstorage, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = $1::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relname <> all ($2)`,
  indexes: `select pg_get_indexdef(i.indexrelid), i.indisvalid from pg_index i
    join pg_class c on c.oid = i.indrelid
    where c.relnamespace = $1::regnamespace and c.relname <> all ($2)`,
  constraints: `select c.relname, k.conname, k.convalidated, pg_get_constraintdef(k.oid) from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where c.relnamespace = $1::regnamespace and c.relname <> all ($2)`,
  triggers: `select c.relname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = $1::regnamespace and c.relname <> all ($2) and not t.tgisinternal`,
  functions: `select pg_get_functiondef(oid), obj_description(oid, 'pg_proc') from pg_proc
    where pronamespace = $1::regnamespace and proname = any ($3)`,
  "rights on tables": `select c.relname, acl.privilege_type, acl.grantee::regrole from pg_class c,
      aclexplode(c.relacl) acl
    where c.relnamespace = $1::regnamespace and c.relname <> all ($2)`,
  "rights on columns": `select c.relname, a.attname, acl.privilege_type, acl.grantee::regrole
    from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) acl
    where c.relnamespace = $1::regnamespace and c.relname <> all ($2)`,
  "rights on what comes later": `select d.defaclobjtype, acl.privilege_type, acl.grantee::regrole
    from pg_default_acl d, aclexplode(d.defaclacl) acl where d.defaclnamespace = $1::regnamespace`,
};

const functionNames = () =>
  functionFiles().flatMap(({ text }) =>
    [...text.matchAll(/create or replace function (\w+)/g)].map(([, name = ""]) => name),
  );

/** What a schema has of one kind, without names of schemas. */
const contentsOf = (schema: string, query: string): Promise<string[]> =>
  asOwner(async (sql) => {
    await sql`set search_path = pg_catalog`;
    const uses = (parameter: string) => query.includes(parameter);
    const parameters = [schema, ...(uses("$2") ? [SHARED_TABLES] : [])];
    const statement = query.replace("$3", uses("$2") ? "$3" : "$2");
    const rows = await sql.unsafe(statement, [
      ...parameters,
      ...(uses("$3") ? [functionNames()] : []),
    ]);
    const names = new RegExp(`\\b(${SCHEMAS.join("|")}|public)\\.`, "g");
    // On Citus, the functions of further buckets have one.
    const ownPath = / SET search_path TO .*?\\n/g;
    const text = (row: object) => JSON.stringify(Object.values(row));
    return rows.map((row) => text(row).replaceAll(ownPath, "").replaceAll(names, "")).sort();
  });

test("of every statement of a migration it is clear which buckets need it", () => {
  for (const file of migrationFiles())
    for (const statement of statementsOf(file.text))
      expect(() => isOfSharedTable(statement), `${file.name}: ${statement}`).not.toThrow();
});

test("a new bucket has the tables, columns, indexes, constraints, triggers, functions, comments and rights of the first one", async () => {
  await addBucket();
  expect(await bucketsIn(pg())).toContain(BUCKET);
  for (const [kind, query] of Object.entries(CATALOGS)) {
    const [first, added] = await Promise.all(SCHEMAS.map((schema) => contentsOf(schema, query)));
    expect(first?.length, kind).toBeGreaterThan(0);
    expect(added, kind).toEqual(first);
  }
});

test("a migration, an index that is built later, and a changed function arrive in every bucket", async () => {
  await addBucket();
  await inRelease(async (write) => {
    write("drizzle/9101_column.sql", 'ALTER TABLE "cards" ADD COLUMN "probe" integer;');
    write(
      "drizzle/9102_index.sql",
      '-- For reports on tills.\ncreate index concurrently if not exists "cards_probe" on "cards" ("probe");',
    );
    const text = (value: number) =>
      `create or replace function probe() returns int language sql as 'select ${value}'`;
    for (const value of [1, 2]) {
      write("lib/ledger/probe.sql", text(value));
      await migrate(url(), { appUrl: appUrl() });
      for (const schema of SCHEMAS) {
        const rows = await asOwner((sql) =>
          sql.unsafe(`select ${schema}.probe() as value, (select indisvalid from pg_index
            where indexrelid = '${schema}.cards_probe'::regclass) as valid from ${schema}.cards
            right join (select) one on probe = 1`),
        );
        expect([...rows], schema).toEqual([{ value, valid: true }]);
      }
    }
    await asOwner(async (sql) => {
      for (const schema of SCHEMAS) await sql.unsafe(`drop function ${schema}.probe()`);
      await sql`delete from migrations.installed where name like '%probe.sql' or name like '%/9%'`;
    });
  });
});

test("a bucket whose installation fails leaves nothing behind, and can be created after that", async () => {
  const state = () =>
    asOwner(
      (sql) => sql`
        select to_regnamespace(${BUCKET}) is not null as schema,
          (select count(*)::int from public.buckets) as buckets,
          (select count(*)::int from migrations.installed) as installed`,
    );
  const before = await state();
  await inRelease(async (write) => {
    write("drizzle/9103_broken.sql", 'ALTER TABLE "cards" ADD COLUMN "broken" nonsense;');
    await expect(addBucket()).rejects.toThrow("nonsense");
  });
  expect([...(await state())]).toEqual([...before]);
  await addBucket();
  expect([...(await state())]).toMatchObject([{ schema: true }]);
});

test("a bucket is only created by the release that migrated the database", async () => {
  const release = { version: "99.0.0", oldestCompatible: "0.0.1" };
  await migrate(url(), { appUrl: appUrl(), release });
  await expect(addBucket()).rejects.toThrow("belongs to a newer release");
  expect(await bucketsIn(pg())).not.toContain(BUCKET);
});

test("a server of an earlier release doesn't start once there is a second bucket", async () => {
  const isCompatible = async () => (await databaseRelease(pg(), "1.0.0"))?.isCompatible;
  const allowsEarlier = () =>
    asOwner((sql) => sql`update migrations.releases set oldest_compatible = '1.0.0'`);
  await allowsEarlier();
  expect(await isCompatible()).toBe(true);
  await addBucket();
  expect(await isCompatible()).toBe(false);

  await allowsEarlier();
  await asOwner((sql) => sql`delete from migrations.installed where name like 'role %'`);
  await migrate(url(), { appUrl: appUrl() });
  expect(await isCompatible()).toBe(false);
});
