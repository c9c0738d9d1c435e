import { randomBytes } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach } from "vitest";

/** The migrated database that test databases are copied from. */
export const TEMPLATE = "scrip_template";

/** The URL of another database on the same server. */
export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Copies settings made by `alter database`, which a database copied from a template does not get. */
async function copySettings(admin: Sql, name: string): Promise<void> {
  const rows = await admin<{ setting: string }[]>`
    select unnest(setconfig) as setting from pg_db_role_setting s
    join pg_database d on d.oid = s.setdatabase where d.datname = ${TEMPLATE}`;
  for (const { setting } of rows) {
    const [key, value] = setting.split("=");
    await admin.unsafe(`alter database ${name} set ${key} = '${value}'`);
  }
}

/** Creates a migrated, empty database. Returns its URL, and `drop` to delete it. */
async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const clusterUrl = process.env.SCRIP_TEST_CLUSTER_URL;
  if (!clusterUrl)
    throw new Error("Run the tests through vitest with lib/testing/vitest.config.ts.");
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  const name = `test_${randomBytes(6).toString("hex")}`;
  await admin.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  await copySettings(admin, name);
  const drop = async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { url: databaseUrl(clusterUrl, name), drop };
}

/** Gives a test file or, with `beforeEach` and `afterEach`, each test a database for `db()` and `pg()`. */
export function ownDatabase(before: typeof beforeEach, after: typeof afterEach): void {
  let drop: (() => Promise<void>) | undefined;
  let closePool: (() => Promise<void>) | undefined;
  let configure: ((variables: Record<string, string | undefined>) => void) | undefined;
  let outerUrl: string | undefined;
  before(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    // Imported only now, so that a test file can mock these modules, and once, because tests reload them.
    closePool ??= (await import("@/lib/db/client")).closePool;
    configure ??= (await import("./configure")).configure;
    outerUrl = process.env.DATABASE_URL;
    configure({ DATABASE_URL: database.url });
    // Work still running from an earlier test file may have opened a pool.
    await closePool();
  });
  after(async () => {
    await closePool?.();
    configure?.({ DATABASE_URL: outerUrl });
    await drop?.();
  });
}

/** For test files whose tests count the rows of a whole database. */
export const useDatabasePerTest = () => ownDatabase(beforeEach, afterEach);
