import { currentKeyId, keyIds, unseal } from "../secrets";
import { pg } from "./client";
import { functionFiles, migrationFiles, NEWER_DATABASE, newerMigrations } from "./release-files";

const MIGRATE = "Run: npm run -s scrip -- db migrate";

/** The database doesn't fit this process. The message says what to do. */
class NotReadyError extends Error {
  override readonly name = "NotReadyError";
}

/** Compares names, because bundles can contain several copies of the class. */
export const isNotReady = (error: unknown): error is Error =>
  error instanceof Error && error.name === "NotReadyError";

const STATE_SYMBOL = Symbol.for("scrip.readiness");
type State = { isReady: boolean; checking: Promise<void> | null };
const globals = globalThis as { [STATE_SYMBOL]?: State };

function state(): State {
  globals[STATE_SYMBOL] ??= { isReady: false, checking: null };
  return globals[STATE_SYMBOL];
}

/** Whether ensureReady() succeeded in this process. */
export const isReady = (): boolean => state().isReady;

/**
 * Checks once per process that the database has this release's tables and functions, and that the
 * configured keys can read it. The first start records its key. Throws a NotReadyError, and then writes
 * nothing; the next call checks again.
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

async function check(): Promise<void> {
  await requireCurrentSchema();
  await requireKnownKeys();
  await recordKey();
}

/** Whether the app's role can read a table; null if there is no such table. */
async function canRead(schema: string, table: string): Promise<boolean | null> {
  const [row] = await pg()<{ readable: boolean }[]>`
    select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as readable
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${table}`;
  return row?.readable ?? null;
}

async function requireCurrentSchema(): Promise<void> {
  const readable = await canRead("migrations", "installed");
  if (readable === null) throw new NotReadyError(`The database is not migrated. ${MIGRATE}`);
  if (!readable) {
    throw new NotReadyError(`The role of DATABASE_URL has no rights in the database. ${MIGRATE}`);
  }
  const rows = await pg()<{ name: string; checksum: string }[]>`
    select name, checksum from migrations.installed`;
  const installed = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  if (newerMigrations([...installed.keys()]).length > 0) throw new NotReadyError(NEWER_DATABASE);
  const isMissing =
    migrationFiles().some(({ name }) => !installed.has(name)) ||
    functionFiles().some(({ name, checksum }) => installed.get(name) !== checksum);
  if (isMissing) throw new NotReadyError(`The database is behind this release. ${MIGRATE}`);
}

const recordedKeys = async (): Promise<string[]> =>
  (await pg()<{ id: string }[]>`select id from encryption_keys order by added_at`).map(
    ({ id }) => id,
  );

/**
 * Throws a NotReadyError if values of the database need a key that isn't configured. Also works, and checks
 * nothing, before the first migration.
 */
export async function requireKnownKeys(): Promise<void> {
  if (!(await canRead("public", "encryption_keys"))) return;
  const recorded = await recordedKeys();
  const unknown = recorded.filter((id) => !keyIds().includes(id));
  if (unknown.length > 0) {
    throw new NotReadyError(
      `ENCRYPTION_KEY (fingerprint ${currentKeyId()}) is not this database's key (fingerprint ` +
        `${unknown.join(", ")}). Nothing was changed. Set ENCRYPTION_KEY to the key of this ` +
        "database. To replace that key, list it in ENCRYPTION_KEYS_OLD until " +
        "`npm run -s scrip -- secrets rotate` has finished.",
    );
  }
  if (recorded.length === 0) await requireReadableCard();
}

/** For a database whose key was not recorded yet: one card tells. */
async function requireReadableCard(): Promise<void> {
  const [card] = await pg()<{ merchantId: string; id: string; sealedCode: string }[]>`
    select merchant_id as "merchantId", id, sealed_code as "sealedCode" from cards limit 1`;
  if (!card) return;
  try {
    unseal("card-code", `${card.merchantId}:${card.id}`, card.sealedCode);
  } catch {
    throw new NotReadyError(
      "ENCRYPTION_KEY is not the key that this database's cards were encrypted with. Nothing was " +
        "changed. Set ENCRYPTION_KEY to the key of this database.",
    );
  }
}

/** Records ENCRYPTION_KEY as a key of this database, before anything is encrypted with it. */
async function recordKey(): Promise<void> {
  if ((await recordedKeys()).includes(currentKeyId())) return;
  await pg()`insert into encryption_keys (id) values (${currentKeyId()}) on conflict do nothing`;
}

/** Whether the app's role could change history: it owns the tables or is a superuser. */
export async function isOwner(): Promise<boolean> {
  const [row] = await pg()<{ owns: boolean }[]>`
    select (select rolsuper from pg_roles where rolname = current_user) or exists (
      select from pg_class where oid = to_regclass('public.transactions')
        and pg_has_role(relowner, 'usage')) as owns`;
  return row?.owns ?? false;
}
