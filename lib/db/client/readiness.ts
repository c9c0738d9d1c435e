import { env } from "@/lib/base/config/env";
import { currentKeyId, keyIds, unseal } from "@/lib/base/config/secrets";
import { VERSION } from "@/lib/base/config/version";
import { type Connection, canRead, databaseRelease } from "@/lib/db/migrate/database-release";
import { missingIn } from "@/lib/db/migrate/install-bucket";
import { migrationFiles, NEWER_DATABASE, newerMigrations } from "@/lib/db/migrate/release-files";
import { SEALED_COLUMNS } from "@/lib/db/migrate/sealed-columns";
import { bucketsIn, FIRST_BUCKET, inBucket, schemaOfTable, schemasOf } from "./buckets";
import { pg, requireNode } from "./client";
import { limitSessions } from "./session-settings";

const MIGRATE = "Run: npm run -s scrip -- db migrate";

/** The database doesn't fit this process. The message says what to do. */
class NotReadyError extends Error {
  override readonly name = "NotReadyError";
}

/** Compares names, because bundles can contain several copies of the class. */
export const isNotReady = (error: unknown): error is Error =>
  error instanceof Error && error.name === "NotReadyError";

const STATE_SYMBOL = Symbol.for("scrip.readiness");
/** `release`: the version that had migrated the database when it was checked. */
type State = { isReady: boolean; checking: Promise<void> | null; release: string | null };
const globals = globalThis as { [STATE_SYMBOL]?: State };

function state(): State {
  globals[STATE_SYMBOL] ??= { isReady: false, checking: null, release: null };
  return globals[STATE_SYMBOL];
}

/** Whether ensureReady() succeeded in this process. */
export const isReady = (): boolean => state().isReady;

/**
 * Checks once per process that the database has tables and functions that this release can work with, and that the
 * configured keys can read it. The first start records its key, and gives the app's role its time limits if a
 * restored database doesn't have them. Throws a NotReadyError, and then writes nothing; the next call checks
 * again.
 */
export async function ensureReady(): Promise<void> {
  const current = state();
  if (current.isReady) return;
  current.checking ??= check().finally(() => {
    current.checking = null;
  });
  await current.checking;
  current.isReady = true;
}

/**
 * What can change while this process runs: throws a NotReadyError if the database is read-only, and lets
 * ensureReady() check again if its tables are gone or another release migrated it.
 */
export async function recheckDatabase(): Promise<void> {
  const [row] = await pg()<[{ standby: boolean; read_only: boolean }]>`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::bool as read_only`;
  if (row.standby) throw new NotReadyError("The database is a read-only standby.");
  if (row.read_only) throw new NotReadyError("The database is read-only.");
  const release = await databaseRelease(pg());
  if (release?.version !== state().release) state().isReady = false;
}

async function check(): Promise<void> {
  await requireCurrentSchema();
  await requireConfiguredKeys();
  await requireOwnRole();
  // Each new connection makes sure that it finds the tables of its bucket.
  for (const bucket of await bucketsIn(pg())) {
    await inBucket(bucket, () => pg()`select`);
    await inBucket(bucket, requireNode);
  }
  await limitSessions(pg());
  await recordKey();
}

async function requireCurrentSchema(): Promise<void> {
  const readable = await canRead(pg(), "migrations", "installed");
  if (readable === null) throw new NotReadyError(`The database isn't migrated. ${MIGRATE}`);
  if (!readable) {
    throw new NotReadyError(
      `The role of DATABASE_URL has no permissions in the database. ${MIGRATE}`,
    );
  }
  const release = await databaseRelease(pg());
  state().release = release?.version ?? null;
  if (release?.isNewer && release.isCompatible) return;
  const rows = await pg()<{ name: string; checksum: string }[]>`
    select name, checksum from migrations.installed`;
  const installed = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const isNewer = release?.isNewer || newerMigrations([...installed.keys()]).length > 0;
  if (release && isNewer) throw new NotReadyError(NEWER_DATABASE);
  const isCurrent =
    release?.version === VERSION &&
    migrationFiles().every(({ name }) => installed.has(name)) &&
    (await bucketsIn(pg()))
      .map((bucket) => missingIn(bucket, installed))
      .every(({ migrations, functions }) => migrations.length + functions.length === 0);
  if (!isCurrent) throw new NotReadyError(`The database is older than this release. ${MIGRATE}`);
}

async function recordedKeys(sql: Connection): Promise<string[]> {
  if (!(await canRead(sql, "public", "encryption_keys"))) return [];
  const rows = await sql.unsafe<{ id: string }[]>(
    "select id from encryption_keys order by added_at",
  );
  return rows.map(({ id }) => id);
}

/**
 * Throws a NotReadyError if values of the database need a key that isn't configured. Also works before a
 * migration, as the owner, and before the first one it checks nothing.
 */
export async function requireConfiguredKeys(sql: Connection = pg()): Promise<void> {
  const recorded = await recordedKeys(sql);
  if (recorded.length === 0) return await requireReadableValues(sql);
  const unknown = recorded.filter((id) => !keyIds().includes(id));
  if (unknown.length > 0) {
    throw new NotReadyError(
      `ENCRYPTION_KEY (fingerprint ${currentKeyId()}) is not this database's key (fingerprint ` +
        `${unknown.join(", ")}). Nothing was changed. Set ENCRYPTION_KEY to the key of this ` +
        "database. On a local instance, unset it to use the key in its data folder. To replace that " +
        "key, keep it in ENCRYPTION_KEYS_OLD until `npm run -s scrip -- secrets rotate` has finished.",
    );
  }
}

/** For a database whose key was not recorded yet: one encrypted value of each kind shows it. */
async function requireReadableValues(sql: Connection): Promise<void> {
  for (const bucket of await bucketsIn(sql)) await requireReadable(sql, bucket);
}

async function requireReadable(sql: Connection, bucket: string): Promise<void> {
  for (const { table, value, purpose, context } of SEALED_COLUMNS) {
    const schema = schemaOfTable(table, bucket);
    if (!(await canRead(sql, schema, table))) continue;
    const [row] = await sql.unsafe<{ sealed: string; context: string }[]>(
      `select ${value} as sealed, ${context} as context from ${schema}.${table} t
        where ${value} is not null limit 1`,
    );
    if (!row) continue;
    try {
      unseal(purpose, row.context, row.sealed);
    } catch {
      throw new NotReadyError(
        `ENCRYPTION_KEY isn't the key that this database was encrypted with (table ${table}). ` +
          "Nothing was changed. Set ENCRYPTION_KEY to the key of this database.",
      );
    }
  }
}

/**
 * Records ENCRYPTION_KEY as a key of this database, before anything is encrypted with it. Repeated while
 * this process runs, because a rotation can end, and remove the key, before each process uses the next one.
 */
export async function recordKey(): Promise<void> {
  if ((await recordedKeys(pg())).includes(currentKeyId())) return;
  await pg()`insert into encryption_keys (id) values (${currentKeyId()}) on conflict do nothing`;
}

/** In production, throws a NotReadyError if the app could change history and DATABASE_ROLE doesn't allow it. */
async function requireOwnRole(): Promise<void> {
  const { production, mayOwnTables } = env();
  if (!production || mayOwnTables || !(await canTakeOver())) return;
  throw new NotReadyError(
    "The role of DATABASE_URL owns the database or can become its owner, so it could change the " +
      "ledger's history. Create a separate role for the app (docs/operations/deploy.md, Database " +
      "roles), or set DATABASE_ROLE=owner to use this one.",
  );
}

/** Whether the app's role is, or can become, an owner of the database or of anything in it. */
async function canTakeOver(): Promise<boolean> {
  const schemas = schemasOf(await bucketsIn(pg()));
  const [row] = await pg()<{ can: boolean }[]>`
    select rolsuper or rolcreaterole
      or has_table_privilege(${`${schemaOfTable("transactions", FIRST_BUCKET)}.transactions`}, 'delete, truncate')
      or exists (select from pg_database
        where datname = current_database() and pg_has_role(datdba, 'member'))
      or exists (select from pg_namespace
        where nspname = any(${["migrations", ...schemas]}::text[]) and pg_has_role(nspowner, 'member'))
      or exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname = any(${schemas}::text[]) and pg_has_role(relowner, 'member')) as can
    from pg_roles where rolname = current_user`;
  return row?.can ?? false;
}
