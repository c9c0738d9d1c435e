import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { DEADLOCK, LOCK_TIMEOUT, sqlState } from "./failures";

// Any number will do, as long as every instance takes the same lock.
const MIGRATION_LOCK = 7_274_127;
const MIGRATIONS_FOLDER = "drizzle";
const FUNCTIONS_FOLDER = join("lib", "ledger");

/** How long requests may queue behind a migration that waits for a table, before it lets them pass. */
const LOCK_TIMEOUT_MS = 300;
const PAUSE_MS = 200;
const TRIES = 600;

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
 * each other; a second run changes nothing. Where a table is in use it tries again for about five minutes,
 * so that requests never queue behind it for long. Throws when the database was made before the first
 * release.
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, prepare: false, fetch_types: false, onnotice: () => {} });
  try {
    // The database's own timeouts are meant for requests.
    await sql`set lock_timeout = 0`;
    await sql`set statement_timeout = 0`;
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await installBetweenRequests(sql);
  } finally {
    // Ending the session releases the lock, whatever happened.
    await sql.end({ timeout: 5 });
  }
}

async function installBetweenRequests(sql: postgres.Sql): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.begin(install);
      return;
    } catch (error) {
      const inUse = [LOCK_TIMEOUT, DEADLOCK].includes(sqlState(error) ?? "");
      if (!inUse || attempt === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
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
  const parts = [
    ...partsIn(MIGRATIONS_FOLDER).filter(({ name }) => !installed.has(name)),
    ...partsIn(FUNCTIONS_FOLDER).filter(({ name, checksum }) => installed.get(name) !== checksum),
  ];
  if (parts.length === 0) return;
  await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  // First, and in the order in which requests lock them: every movement does.
  if (installed.size > 0) await tx`lock table cards, transactions in share row exclusive mode`;
  for (const part of parts) await installPart(tx, part);
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
