import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";

// An arbitrary number, the same for every instance.
const MIGRATION_LOCK = 7_274_127;
const MIGRATIONS_FOLDER = "drizzle";
const FUNCTIONS_FOLDER = join("lib", "ledger");

type SqlFile = { name: string; text: string; checksum: string };

const sqlFilesIn = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return { name: file, text, checksum: createHash("sha256").update(text).digest("hex") };
    });

/** The source of the ledger's SQL functions, in installation order. */
export const ledgerFunctions = (): string[] => sqlFilesIn(FUNCTIONS_FOLDER).map(({ text }) => text);

/**
 * Updates the database at `url` in one transaction: new migrations in `drizzle/`, then changed files with
 * the ledger's functions. Instances that start at the same time wait for each other. Throws if the
 * database was created before the first release.
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  try {
    // The timeouts set on the database are for requests.
    await sql`set lock_timeout = 0`;
    await sql`set statement_timeout = 0`;
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await sql.begin(install);
  } finally {
    // Closing the connection releases the lock.
    await sql.end({ timeout: 5 });
  }
}

async function install(tx: postgres.TransactionSql): Promise<void> {
  await tx`create schema if not exists migrations`;
  await tx`create table if not exists migrations.installed (name text primary key,
    checksum text not null, installed_at timestamptz not null default now())`;
  const rows = await tx<{ name: string; checksum: string }[]>`
    select name, checksum from migrations.installed`;
  const installed = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  if (installed.size === 0) await rejectOldDatabase(tx);
  const migrations = sqlFilesIn(MIGRATIONS_FOLDER).filter(({ name }) => !installed.has(name));
  for (const file of migrations) await installFile(tx, file);

  const functions = sqlFilesIn(FUNCTIONS_FOLDER).filter(
    ({ name, checksum }) => installed.get(name) !== checksum,
  );
  if (functions.length === 0) return;
  // The functions have triggers on both tables. Requests lock them in this order too.
  await tx`lock table cards, transactions in share row exclusive mode`;
  for (const file of functions) await installFile(tx, file);
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

async function installFile(tx: postgres.TransactionSql, { name, text, checksum }: SqlFile) {
  await tx.unsafe(text);
  for (const comment of commentsOn(text)) await tx.unsafe(comment);
  await tx`insert into migrations.installed (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum, installed_at = now()`;
}

/** `comment on function` statements from the comment before each function. */
const commentsOn = (text: string): string[] =>
  [...text.matchAll(/((?:^-- .*\n)+)create or replace function (\w+)/gm)].map(
    ([, lines = "", name]) => {
      const comment = lines.replaceAll(/^-- /gm, "").replaceAll(/\s+/g, " ").trim();
      return `comment on function ${name} is '${comment.replaceAll("'", "''")}'`;
    },
  );
