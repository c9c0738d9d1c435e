import { env, parseEnv } from "../env";
import { randomBytes } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { closePool } from "@/lib/db/client";

/** The migrated database that test databases are copied from. */
export const TEMPLATE = "scrip_template";

/** The URL of another database on the same server. */
export function databaseOn(clusterUrl: string, database: string): string {
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
  return { url: databaseOn(clusterUrl, name), drop };
}

/** Gives the test file, or each of its tests, its own database, which `db()` and `pg()` use. */
export function useTestDatabase(per: "file" | "test" = "file"): void {
  let drop: (() => Promise<void>) | undefined;
  const [before, after] = per === "file" ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    configure({ DATABASE_URL: database.url });
    // Work still running from an earlier test file may have opened a pool.
    await closePool();
  });
  after(async () => {
    await closePool();
    await drop?.();
  });
}

/** Sets variables until this test file ends, even for code that has already read the configuration. */
export function configure(variables: Record<string, string | undefined>): void {
  Object.assign(process.env, variables);
  Object.assign(env(), parseEnv(process.env));
}
