import postgres from "postgres";
import { beforeEach, expect, test } from "vitest";
import { migrate } from "@/lib/db/migrate/migrate";
import { configure } from "@/lib/testing/configure";
import { asOwner, useDatabasePerTest } from "@/lib/testing/database";
import { IMPATIENT } from "@/lib/testing/patience";
import { closePool, pg } from "./client";
import { ensureReady } from "./readiness";
import { limitSessions } from "./session-settings";

useDatabasePerTest();

const ownerUrl = () => process.env.MIGRATE_DATABASE_URL ?? "";
const appUrl = () => process.env.DATABASE_URL ?? "";

const LIMITS = { statement: "5s", lock: "2s", idle: "15s", jit: "off" };
const NO_LIMITS = { statement: "0", lock: "0", idle: "0", jit: "on" };

/** What a new session of this URL's role has. */
async function limitsOf(url: string) {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('jit') as jit,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  await sql.end();
  return row;
}

/** Changes a setting of the app's role, or of all roles, in this database. */
const alter = (whose: "role scrip_app in database" | "database", change: string) =>
  asOwner((sql) =>
    sql.unsafe(`do $$ begin
      execute format('alter ${whose} %I ${change}', current_database());
    end $$`),
  );

/** As `pg_restore` leaves the database: it restores no settings. */
const forgetLimits = () => alter("role scrip_app in database", "reset all");

// The tests' own databases have more generous limits.
beforeEach(async () => {
  Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
  configure(IMPATIENT);
  await forgetLimits();
  await migrate(ownerUrl(), { appUrl: appUrl() });
});

test("every session of the app has 5 s for a statement and 2 s for a lock, and the owner's has no limit", async () => {
  expect(await limitsOf(appUrl())).toEqual(LIMITS);
  expect(await limitsOf(ownerUrl())).toEqual(NO_LIMITS);
});

test("a restored database gets the limits from a migration", async () => {
  await forgetLimits();
  expect(await limitsOf(appUrl())).toEqual(NO_LIMITS);
  await migrate(ownerUrl(), { appUrl: appUrl() });
  expect(await limitsOf(appUrl())).toEqual(LIMITS);
});

test("a restored database that nobody migrated gets the limits before the first request, on the first connection too", async () => {
  await forgetLimits();
  await closePool();
  await Promise.all([ensureReady(), ensureReady()]);
  expect(await pg()`show lock_timeout`).toEqual([{ lock_timeout: "2s" }]);
  expect(await limitsOf(appUrl())).toEqual(LIMITS);
});

test("instances that start at the same time all get the time limits", async () => {
  await forgetLimits();
  const sessions = Array.from({ length: 16 }, () => postgres(appUrl(), { max: 1 }));
  await Promise.all(sessions.map((session) => session`select 1`));
  await Promise.all(sessions.map(limitSessions));
  for (const session of sessions) {
    expect(await session`show lock_timeout`).toEqual([{ lock_timeout: "2s" }]);
    await session.end();
  }
  expect(await limitsOf(appUrl())).toEqual(LIMITS);
});

test("a single role that owns the database has the limits only in this database", async () => {
  await migrate(ownerUrl());
  expect(await limitsOf(ownerUrl())).toEqual(LIMITS);
  const other = new URL(ownerUrl());
  other.pathname = "/postgres";
  expect(await limitsOf(other.href)).toEqual(NO_LIMITS);
});

test("a role that is set at sign-in doesn't keep the limits from the session", async () => {
  const pooled = new URL(ownerUrl());
  pooled.searchParams.set("role", "scrip_app");
  await migrate(ownerUrl(), { appUrl: pooled.href });
  expect(await limitsOf(pooled.href)).toEqual(LIMITS);
});

test("limits that the operator set for the role or the connection stay", async () => {
  await alter("role scrip_app in database", "set statement_timeout = ''30s''");
  await migrate(ownerUrl(), { appUrl: `${appUrl()}?lock_timeout=7000` });
  expect(await limitsOf(appUrl())).toEqual({ ...LIMITS, statement: "30s" });
});
