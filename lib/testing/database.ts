import { randomBytes } from "node:crypto";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres, { type PostgresError, type Sql } from "postgres";
import { afterEach, beforeEach } from "vitest";

const OBJECT_IN_USE = "55006";

/** The migrated database that test databases are copied from. */
export const TEMPLATE = "scrip_template";

/** The URL of another database on the same server. */
export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Copies settings of the app's role, which a database copied from a template does not get. */
async function copySettings(admin: Sql, name: string): Promise<void> {
  const rows = await admin<{ role: string; setting: string }[]>`
    select setrole::regrole::text as role, unnest(setconfig) as setting from pg_db_role_setting s
    join pg_database d on d.oid = s.setdatabase where d.datname = ${TEMPLATE}`;
  for (const { role, setting } of rows) {
    const [key = "", value = ""] = setting.split("=");
    const values = value.split(", ").map((one) => `'${one}'`);
    await admin.unsafe(`alter role ${role} in database ${name} set ${key} = ${values}`);
  }
}

const DROP_ATTEMPTS = 20;

/** Citus' worker in a database can outlive the others by a moment. */
async function dropDatabase(admin: Sql, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.unsafe(`drop database ${name} with (force)`);
      return;
    } catch (error) {
      if (attempt === DROP_ATTEMPTS || (error as PostgresError).code !== OBJECT_IN_USE) throw error;
    }
  }
}

type TestDatabase = { url: string; appUrl: string; drop: () => Promise<void> };

/** Creates a migrated, empty database. Returns its URLs, and `drop` to delete it. */
async function createTestDatabase(): Promise<TestDatabase> {
  const { SCRIP_TEST_CLUSTER_URL: clusterUrl, SCRIP_TEST_APP_URL: appUrl } = process.env;
  if (!clusterUrl || !appUrl)
    throw new Error("Run the tests through vitest with lib/testing/vitest.config.ts.");
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  const name = `test_${randomBytes(6).toString("hex")}`;
  await admin.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  await copySettings(admin, name);
  const drop = async () => {
    const [row] = await admin<{ deadlocks: number }[]>`select deadlocks::int from pg_stat_database
      where datname = ${name}`;
    await dropDatabase(admin, name);
    await admin.end();
    if (row?.deadlocks !== 0) throw new Error(`Postgres counted ${row?.deadlocks} deadlocks.`);
  };
  return { url: databaseUrl(clusterUrl, name), appUrl: databaseUrl(appUrl, name), drop };
}

/** Gives a test file or, with `beforeEach` and `afterEach`, each test a database for `db()` and `pg()`. */
export function ownDatabase(before: typeof beforeEach, after: typeof afterEach): void {
  let drop: (() => Promise<void>) | undefined;
  let closePool: (() => Promise<void>) | undefined;
  let configure: ((variables: Record<string, string | undefined>) => void) | undefined;
  let outer: Record<string, string | undefined> = {};
  before(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    // Imported only now, so that a test file can mock these modules, and once, because tests reload them.
    closePool ??= (await import("@/lib/db/client/client")).closePool;
    configure ??= (await import("./configure")).configure;
    const { DATABASE_URL, MIGRATE_DATABASE_URL } = process.env;
    outer = { DATABASE_URL, MIGRATE_DATABASE_URL: MIGRATE_DATABASE_URL ?? "" };
    configure({ DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.url });
    // Work still running from an earlier test file may have opened a pool.
    await closePool();
  });
  after(async () => {
    await closePool?.();
    configure?.(outer);
    await drop?.();
  });
}

/** A connection as the owner of the test's database, in the bucket of the tests. */
export const ownerConnection = (): Sql =>
  postgres(process.env.MIGRATE_DATABASE_URL ?? "", {
    max: 1,
    onnotice: () => {},
    connection: process.env.SCRIP_TEST_BUCKET
      ? { search_path: `${process.env.SCRIP_TEST_BUCKET}, public` }
      : {},
  });

/** Runs a statement as the owner of the test's database, which the app's role may not run. */
export async function asOwner<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = ownerConnection();
  // Like the pool's connections, it takes JSON as text.
  drizzle(sql);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Lets the owner's session change roles: Citus does it on every node, which crashes for some statements. */
export async function onThisNode(sql: Sql): Promise<void> {
  if (process.env.CITUS) await sql`set citus.enable_ddl_propagation = off`;
}

/** For test files whose tests count the rows of a whole database. */
export const useDatabasePerTest = () => ownDatabase(beforeEach, afterEach);
