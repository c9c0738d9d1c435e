import { expect, onTestFinished, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { asOwner, useDatabasePerTest } from "@/lib/testing/database";
import { poolOf } from "@/lib/testing/pools";
import { migrate } from "./migrate";

// Some tests change rights.
useDatabasePerTest();

const url = () => process.env.MIGRATE_DATABASE_URL ?? "";
const appUrl = () => process.env.DATABASE_URL ?? "";

test("a role that doesn't exist is named, with how to create it", async () => {
  const other = new URL(appUrl());
  other.username = "till_app";
  await expect(migrate(url(), { appUrl: other.href })).rejects.toThrow(
    "create role till_app login",
  );
});

/** The URL of a new role, which is removed after the test. */
async function newRole(): Promise<{ role: string; url: string; create: () => Promise<unknown> }> {
  const role = `app_${newId().replaceAll("-", "")}`;
  const create = () => asOwner((sql) => sql.unsafe(`create role ${role} login password 'its own'`));
  const remove = async () =>
    void (await asOwner((sql) => sql.unsafe(`drop owned by ${role}; drop role ${role}`)));
  await create();
  onTestFinished(remove);
  const other = Object.assign(new URL(appUrl()), { username: role, password: "its own" });
  return { role, url: other.href, create: async () => remove().then(create) };
}

test("a role that was dropped and created again gets its rights again", async () => {
  const { url: again, create } = await newRole();
  await migrate(url(), { appUrl: again });
  await create();
  await migrate(url(), { appUrl: again });
  expect(await poolOf(1, { url: again })`select from transactions`).toHaveLength(0);
});

test("the app's role is the one that Postgres sees, not the user of the URL", async () => {
  const { role } = await newRole();
  const pooled = new URL(url());
  pooled.searchParams.set("role", role);
  await migrate(url(), { appUrl: pooled.href });
  const [row] = await asOwner(
    (sql) => sql`select has_table_privilege(${role}, 'cards', 'insert') as granted`,
  );
  expect(row?.granted).toBe(true);
});

test("tables of others in the same database, with any names, are left alone", async () => {
  await asOwner((sql) =>
    sql.unsafe(`create schema "my-app"; create table "my-app".cards (id int);
      create table public."Mixed-Case" (id int); delete from migrations.installed where name like 'role %'`),
  );
  await migrate(url(), { appUrl: appUrl() });
  const [row] = await pg()`select has_table_privilege('cards', 'select') as own,
    has_schema_privilege('my-app', 'usage') as others`;
  expect(row).toEqual({ own: true, others: false });
});

test("nobody but the owner creates tables", async () => {
  await asOwner(async (sql) => {
    await sql`grant create on schema public to public`;
    await sql`delete from migrations.installed where name like 'role %'`;
  });
  await migrate(url(), { appUrl: appUrl() });
  await expect(pg()`create table own_one ()`).rejects.toThrow("permission denied");
});
