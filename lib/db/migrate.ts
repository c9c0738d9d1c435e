import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";

// Any number will do, as long as every instance takes the same lock.
const MIGRATION_LOCK = 7_274_127;
const MIGRATIONS_FOLDER = "drizzle";
const FUNCTIONS_FOLDER = join("lib", "ledger");

type Part = { name: string; text: string; checksum: string };

const partsIn = (folder: string): Part[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return { name: file, text, checksum: createHash("sha256").update(text).digest("hex") };
    });

/** The ledger's functions as they stand in the sources, in the order in which they are installed. */
export const ledgerFunctions = (): string[] => partsIn(FUNCTIONS_FOLDER).map(({ text }) => text);

/**
 * Brings the database at `url` up to date, in one commit: the migrations in `drizzle/` that it has not
 * had, then the files of the ledger's functions that changed. Instances that start together wait for
 * each other; a second run changes nothing. Throws when the database was made before the first release.
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  try {
    // The database's own timeouts are meant for requests.
    await sql`set lock_timeout = 0`;
    await sql`set statement_timeout = 0`;
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await sql.begin(install);
  } finally {
    // Ending the session releases the lock, whatever happened.
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
  if (installed.size === 0) await refuseForeignTables(tx);
  const migrations = partsIn(MIGRATIONS_FOLDER).filter(({ name }) => !installed.has(name));
  for (const part of migrations) await installPart(tx, part);

  const functions = partsIn(FUNCTIONS_FOLDER).filter(
    ({ name, checksum }) => installed.get(name) !== checksum,
  );
  if (functions.length === 0) return;
  // In the order in which requests lock them, since triggers are put on both.
  await tx`lock table cards, transactions in share row exclusive mode`;
  for (const part of functions) await installPart(tx, part);
}

/** Throws where there are tables that no migration of ours made: it would fail at the first of them. */
async function refuseForeignTables(tx: postgres.TransactionSql): Promise<void> {
  const [row] = await tx<
    { found: string | null }[]
  >`select to_regclass('public.merchants') as found`;
  if (row?.found) {
    throw new Error(
      "This database was made before the first release and can't be migrated. Use an empty one: " +
        "another DATABASE_URL, or another SCRIP_DATA_DIR for the embedded Postgres.",
    );
  }
}

async function installPart(tx: postgres.TransactionSql, { name, text, checksum }: Part) {
  await tx.unsafe(text);
  for (const comment of commentsOn(text)) await tx.unsafe(comment);
  await tx`insert into migrations.installed (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum, installed_at = now()`;
}

/** The comment in front of each function, for the database to keep with it. */
const commentsOn = (text: string): string[] =>
  [...text.matchAll(/((?:^-- .*\n)+)create or replace function (\w+)/gm)].map(
    ([, lines = "", name]) => {
      const comment = lines.replaceAll(/^-- /gm, "").replaceAll(/\s+/g, " ").trim();
      return `comment on function ${name} is '${comment.replaceAll("'", "''")}'`;
    },
  );
