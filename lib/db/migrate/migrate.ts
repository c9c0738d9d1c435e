import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { isOnCitus } from "@/lib/base/config/env";
import { OLDEST_COMPATIBLE, VERSION } from "@/lib/base/config/version";
import {
  bucketsIn,
  FIRST_BUCKET,
  KEYS_BETWEEN,
  schemaOfBucket,
  schemaOfTable,
  urlOfBucket,
} from "@/lib/db/client/buckets";
import { requireCitus } from "@/lib/db/client/citus";
import { DEADLOCK, LOCK_TIMEOUT, sqlState } from "@/lib/db/client/client";
import { requireConfiguredKeys } from "@/lib/db/client/readiness";
import { findBuckets, limitSessions } from "@/lib/db/client/session-settings";
import { tlsFor } from "@/lib/db/client/tls";
import { grantToApp, hasRights, passRoleToNodes, rightsChecksum } from "./app-role";
import { databaseRelease } from "./database-release";
import {
  installBucket,
  isOfSharedTable,
  missingIn,
  recordInstalled,
  recordName,
  statementsOf,
} from "./install-bucket";
import {
  formerMigrations,
  INCOMPLETE_FORMER,
  isConcurrent,
  migrationFiles,
  NEWER_DATABASE,
  newerMigrations,
  type ReleaseFile,
} from "./release-files";

// Servers of the previous release run on a migrated database until they are replaced.
// docs/contributing/migrations.md lists what a migration can change, and e2e/faults/two-releases.spec.ts tests it.

// Arbitrary numbers, the same for every instance, that no other advisory lock uses.
const MIGRATION_LOCK = 7_274_127;
const INDEX_LOCK = 7_274_131;

/** How long a migration waits for a table lock before it backs off: requests queue behind it. */
const LOCK_TIMEOUT_MS = 300;
const RETRY_PAUSE_MS = 200;
const ATTEMPTS = 600;

/** A release, and the oldest one whose servers can work with its tables and functions. */
type Release = { version: string; oldestCompatible: string };

type Options = {
  /** The URL of the app's database, whose role gets its rights; by default the owner's, with all rights. */
  appUrl?: string;
  /** By default this one. */
  release?: Release;
  /** The name of a bucket to add. */
  newBucket?: string | undefined;
};

/** The first release whose servers know buckets. */
const FIRST_WITH_BUCKETS = "1.1.0";

const THIS_RELEASE: Release = { version: VERSION, oldestCompatible: OLDEST_COMPATIBLE };

/**
 * Updates the database at `url`, as the owner of its tables, in one transaction: new migrations in
 * `drizzle/`, then changed files with the ledger's functions, then the rights of the app's role. After that, it
 * builds large indexes, and the app's role gets its time limits. Instances that start at the same time wait for
 * each other. If a table is in use, it retries for about five minutes, so that requests never queue behind it for
 * long. Changes nothing if a newer release migrated the database that this one can run beside. Throws, and then
 * changes nothing, if the database was created before the first release, belongs to a newer one, or is encrypted
 * with another key. With `newBucket`, it also adds that bucket; throws if there is one of this name.
 */
export async function migrate(
  url: string,
  { appUrl = url, release = THIS_RELEASE, newBucket }: Options = {},
): Promise<void> {
  const sql = connect(url);
  try {
    const appRole = url === appUrl ? null : await appRoleOf(sql, appUrl);
    await installWithRetries(sql, { release, appRole, newBucket });
    await findBuckets(sql);
    await installIndexes(sql);
    if (appRole !== null && isOnCitus()) await passRoleToNodes(sql, appRole);
    await limitAppSessions(appUrl);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Whether the database at `url` has Scrip's tables, of any version. Writes nothing. */
export async function isMigrated(url: string): Promise<boolean> {
  const sql = connect(url);
  try {
    const [row] = await sql<{ found: string | null }[]>`
      select coalesce(to_regclass('migrations.installed'), to_regclass('public.merchants')) as found`;
    return Boolean(row?.found);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const connect = (url: string): postgres.Sql => {
  const options = { max: 1, prepare: false, fetch_types: false, onnotice: () => {} };
  return postgres(urlOfBucket(url, FIRST_BUCKET), { ...tlsFor(url), ...options });
};

const currentRole = async (sql: postgres.Sql): Promise<string> =>
  (await sql<[{ role: string }]>`select current_user as role`)[0].role;

/** Wrong password, or no such role. */
const LOGIN_REFUSED_CODES = ["28P01", "28000"];

/**
 * The app's role; null if it is also the owner. Postgres itself says it, because a pooler's user can have
 * another name than the role. Throws if the app can't connect.
 */
async function appRoleOf(sql: postgres.Sql, appUrl: string): Promise<string | null> {
  const app = connect(appUrl);
  try {
    const role = await currentRole(app);
    return role === (await currentRole(sql)) ? null : role;
  } catch (error) {
    const role = decodeURIComponent(new URL(appUrl).username);
    const isRefused = LOGIN_REFUSED_CODES.includes(sqlState(error) ?? "");
    const [found] = await sql`select from pg_roles where rolname = ${role}`;
    if (!isRefused || found) throw error;
    throw new Error(
      `DATABASE_URL names the role ${role}, which doesn't exist. Create it in Postgres: ` +
        `create role ${role} login password '…'; then run: npm run -s scrip -- db migrate`,
    );
  } finally {
    await app.end({ timeout: 5 });
  }
}

/** Connects as the app's role: any role can change its own settings, regardless of who created it. */
async function limitAppSessions(appUrl: string): Promise<void> {
  const app = connect(appUrl);
  try {
    await limitSessions(app);
  } finally {
    await app.end({ timeout: 5 });
  }
}

type MigrationTarget = { release: Release; appRole: string | null; newBucket: string | undefined };

async function installWithRetries(sql: postgres.Sql, target: MigrationTarget): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.begin((tx) => install(tx, target));
      return;
    } catch (error) {
      const inUse = [LOCK_TIMEOUT, DEADLOCK].includes(sqlState(error) ?? "");
      if (!inUse || attempt === ATTEMPTS) throw error;
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

async function install(
  tx: postgres.TransactionSql,
  { release, appRole, newBucket }: MigrationTarget,
): Promise<void> {
  // The timeouts of a role that is also the app's are for requests. Nothing outlives the transaction, because a pooler
  // would keep it for the next client.
  await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = 0`);
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
  await createRecords(tx);
  await requireCitus(tx);
  const current = await databaseRelease(tx, release.version);
  if (current?.isNewer && current.isCompatible && !newBucket) return;
  const installed = await readInstalled(tx);
  if (installed.size === 0) await rejectOldDatabase(tx);
  const newer = newerMigrations([...installed.keys()]);
  if (current?.isNewer || newer.length > 0) throw new Error(NEWER_DATABASE);
  await requireConfiguredKeys(tx);
  if (newBucket) await tx`insert into public.buckets (name) values (${newBucket})`;
  const buckets = await bucketsIn(tx);
  const missing = buckets
    .map((bucket) => missingIn(bucket, installed))
    .filter(({ migrations, functions }) => migrations.length + functions.length > 0);
  const isRecorded = current?.version === release.version;
  const rights = rightsChecksum(buckets);
  const isGranted =
    appRole === null ||
    (installed.get(`role ${appRole}`) === rights && (await hasRights(tx, appRole, buckets)));
  if (missing.length === 0 && isRecorded && isGranted) return;
  // Before anything else, and in the same order as requests, so that the two can't deadlock.
  const inUse = missing.filter(({ bucket }) => installed.size > 0 && bucket !== newBucket);
  for (const schema of inUse.map(({ bucket }) => schemaOfBucket(bucket)))
    await tx.unsafe(
      `lock table ${schema}.cards, ${schema}.transactions in share row exclusive mode`,
    );
  for (const each of missing) await installBucket(tx, each);
  // From now on, the card that a session is limited to can be in any bucket.
  if (newBucket)
    await tx.unsafe(`alter table public.consumer_sessions
      drop constraint if exists ${KEYS_BETWEEN.consumer_sessions}`);
  // Servers without buckets would look for all stores in the first one.
  const atLeast = buckets.length > 1 ? FIRST_WITH_BUCKETS : release.oldestCompatible;
  await tx`insert into migrations.releases (version, oldest_compatible)
    values (${release.version}, array_to_string(greatest(string_to_array(${release.oldestCompatible}, '.')::int[],
      string_to_array(${atLeast}, '.')::int[]), '.')) on conflict (version) do update set
      oldest_compatible = excluded.oldest_compatible, migrated_at = now()`;
  if (appRole === null) return;
  await grantToApp(tx, appRole, buckets);
  await recordInstalled(tx, `role ${appRole}`, rights);
}

async function createRecords(tx: postgres.TransactionSql): Promise<void> {
  await tx.unsafe(`create schema if not exists migrations;
    create table if not exists migrations.installed (name text primary key,
      checksum text not null, installed_at timestamptz not null default now());
    create table if not exists migrations.releases (version text primary key,
      oldest_compatible text not null, migrated_at timestamptz not null default now())`);
}

/** What the base has, and the last version before 1.0.0 didn't. Only servers of earlier versions called the function. */
const FORMER_TO_BASE = `drop function if exists save_answer(uuid, text, bytea, text, text, jsonb);
  alter table events add column traceparent text;
  create table job_runs (job text primary key, ran_at timestamptz not null, succeeded_at timestamptz,
    duration_ms integer not null);
  comment on table job_runs is 'The last run of each scheduled job, in any process.'`;

/** The checksums of the installed files by name. The migrations before 1.0.0 count as its first one. */
async function readInstalled(tx: postgres.TransactionSql): Promise<Map<string, string>> {
  const rows = await tx<{ name: string; checksum: string }[]>`
    select name, checksum from migrations.installed`;
  const installed = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const { names, areComplete } = formerMigrations([...installed.keys()]);
  if (names.length === 0) return installed;
  const [base] = migrationFiles();
  if (!areComplete || !base) throw new Error(INCOMPLETE_FORMER);
  await tx`delete from migrations.installed where name in ${tx(names)}`;
  await tx.unsafe(FORMER_TO_BASE);
  await recordInstalled(tx, base.name, base.checksum);
  for (const name of names) installed.delete(name);
  return installed.set(base.name, base.checksum);
}

/** An index that is built outside a transaction, with the schema of its table. */
type LateIndex = { file: ReleaseFile; bucket: string };

async function missingIndexes(sql: postgres.Sql): Promise<LateIndex[]> {
  const rows = await sql<{ name: string }[]>`select name from migrations.installed`;
  const installed = new Set(rows.map(({ name }) => name));
  return (await bucketsIn(sql))
    .flatMap((bucket) => migrationFiles().map((file) => ({ file, bucket })))
    .filter(({ file, bucket }) => isConcurrent(file) && !installed.has(recordName(bucket, file)))
    .filter(
      ({ file, bucket }) =>
        bucket === FIRST_BUCKET || !statementsOf(file.text).every(isOfSharedTable),
    );
}

/** Builds indexes while requests write. Each waits for transactions that are open when it starts. */
async function installIndexes(sql: postgres.Sql): Promise<void> {
  if ((await missingIndexes(sql)).length === 0) return;
  await sql`set statement_timeout = 0`;
  // Tries again and again: an index that is built waits for statements that wait for a lock.
  while (!(await sql`select where pg_try_advisory_lock(${INDEX_LOCK})`).length)
    await sleep(RETRY_PAUSE_MS);
  try {
    await buildIndexes(sql, await missingIndexes(sql));
  } finally {
    await sql`select pg_advisory_unlock(${INDEX_LOCK})`;
    await sql`reset statement_timeout`;
  }
}

async function buildIndexes(sql: postgres.Sql, missing: LateIndex[]): Promise<void> {
  for (const { file, bucket } of missing) {
    const [statement = ""] = statementsOf(file.text);
    const [, name = "", table = ""] = / "?(\w+)"? on "?(\w+)/i.exec(statement) ?? [];
    const index = `${schemaOfTable(table, bucket)}.${name}`;
    // What an interrupted build left.
    const [invalid] = await sql`
      select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`;
    if (invalid) await sql.unsafe(`drop index concurrently ${index}`);
    await sql.unsafe(
      statement.replace(/ on "?\w+"?/i, ` on ${schemaOfTable(table, bucket)}.${table}`),
    );
    await recordInstalled(sql, recordName(bucket, file), file.checksum);
  }
}

/** Throws if there are tables but no record of a migration: the first migration would fail. */
async function rejectOldDatabase(tx: postgres.TransactionSql): Promise<void> {
  const [row] = await tx<
    { found: string | null }[]
  >`select to_regclass('public.merchants') as found`;
  if (row?.found) {
    throw new Error(
      "This database was created before the first release and can't be migrated. Use an empty one: " +
        "another DATABASE_URL, or another SCRIP_DATA_DIR for the embedded Postgres.",
    );
  }
}
