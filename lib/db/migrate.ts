import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { grantToApp, hasRights, RIGHTS_CHECKSUM } from "./app-role";
import { DEADLOCK, LOCK_TIMEOUT, sqlState } from "./client";
import { requireKnownKeys } from "./readiness";
import {
  functionFiles,
  migrationFiles,
  NEWER_DATABASE,
  newerMigrations,
  type ReleaseFile,
} from "./release-files";
import { limitSessions } from "./session-settings";
import { tlsFor } from "./tls";

// An arbitrary number, the same for every instance.
const MIGRATION_LOCK = 7_274_127;

/** How long a migration waits for a table lock before it backs off: requests queue behind it. */
const LOCK_TIMEOUT_MS = 300;
const RETRY_PAUSE_MS = 200;
const ATTEMPTS = 600;

type Options = {
  /** The URL of the app's database, whose role gets its rights; by default the owner's, with all rights. */
  appUrl?: string;
};

/**
 * Updates the database at `url`, as the owner of its tables, in one transaction: new migrations in
 * `drizzle/`, then changed files with the ledger's functions, then the rights of the app's role. After that, the
 * app's role gets its time limits. Instances that start at the same time wait for each other. If a table is in
 * use, it retries for about five minutes, so that requests never queue behind it for long. Throws, and then
 * changes nothing, if the database was created before the first release, belongs to a newer one, or is encrypted
 * with another key.
 */
export async function migrate(url: string, { appUrl = url }: Options = {}): Promise<void> {
  const sql = connect(url);
  try {
    // The timeouts of a role that is also the app's are for requests.
    await sql`set lock_timeout = 0`;
    await sql`set statement_timeout = 0`;
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await installWithRetries(sql, url === appUrl ? null : await appRoleOf(sql, appUrl));
    await limitAppSessions(appUrl);
  } finally {
    // Closing the connection releases the lock.
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
  return postgres(url, { ...tlsFor(url), ...options });
};

const currentRole = async (sql: postgres.Sql): Promise<string> =>
  (await sql<[{ role: string }]>`select current_user as role`)[0].role;

/** Wrong password, or no such role. */
const LOGIN_REFUSED = ["28P01", "28000"];

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
    const isRefused = LOGIN_REFUSED.includes(sqlState(error) ?? "");
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

async function installWithRetries(sql: postgres.Sql, appRole: string | null): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.begin((tx) => install(tx, appRole));
      return;
    } catch (error) {
      const inUse = [LOCK_TIMEOUT, DEADLOCK].includes(sqlState(error) ?? "");
      if (!inUse || attempt === ATTEMPTS) throw error;
      await sleep(RETRY_PAUSE_MS);
    }
  }
}

async function install(tx: postgres.TransactionSql, appRole: string | null): Promise<void> {
  await tx`create schema if not exists migrations`;
  await tx`create table if not exists migrations.installed (name text primary key,
    checksum text not null, installed_at timestamptz not null default now())`;
  const rows = await tx<{ name: string; checksum: string }[]>`
    select name, checksum from migrations.installed`;
  const installed = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  if (installed.size === 0) await rejectOldDatabase(tx);
  if (newerMigrations([...installed.keys()]).length > 0) throw new Error(NEWER_DATABASE);
  await requireKnownKeys(tx);
  const files = [
    ...migrationFiles().filter(({ name }) => !installed.has(name)),
    ...functionFiles().filter(({ name, checksum }) => installed.get(name) !== checksum),
  ];
  if (files.length === 0 && (await isGranted(tx, appRole, installed))) return;
  await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  // Before anything else, and in the same order as requests, so that the two can't deadlock.
  if (installed.size > 0) await tx`lock table cards, transactions in share row exclusive mode`;
  for (const file of files) await installFile(tx, file);
  if (appRole === null) return;
  await grantToApp(tx, appRole);
  await tx`insert into migrations.installed (name, checksum) values (${`role ${appRole}`}, ${RIGHTS_CHECKSUM})
    on conflict (name) do update set checksum = excluded.checksum, installed_at = now()`;
}

const isGranted = async (
  tx: postgres.TransactionSql,
  appRole: string | null,
  installed: ReadonlyMap<string, string>,
): Promise<boolean> =>
  appRole === null ||
  (installed.get(`role ${appRole}`) === RIGHTS_CHECKSUM && (await hasRights(tx, appRole)));

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

async function installFile(tx: postgres.TransactionSql, { name, text, checksum }: ReleaseFile) {
  await tx.unsafe(text);
  for (const comment of commentsOn(text)) await tx.unsafe(comment);
  await tx`insert into migrations.installed (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum, installed_at = now()`;
}

/** `comment on function` statements from the comment before each function. */
const commentsOn = (text: string): string[] =>
  [...text.matchAll(/((?:^-- .*\n)+)create or replace function (\w+\([^)]*\))/gm)].map(
    ([, lines = "", name]) => {
      const comment = lines.replaceAll(/^-- /gm, "").replaceAll(/\s+/g, " ").trim();
      return `comment on function ${name} is '${comment.replaceAll("'", "''")}'`;
    },
  );
