import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

// Any number will do, as long as every instance takes the same lock.
const MIGRATION_LOCK = 7_274_127;
const FUNCTIONS_FOLDER = join("lib", "ledger");

/** The ledger's functions as they stand in the sources, in the order in which they are installed. */
export const ledgerFunctions = (): string[] =>
  readdirSync(FUNCTIONS_FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => readFileSync(join(FUNCTIONS_FOLDER, file), "utf8"));

/**
 * Brings the database at `url` up to date: the migrations in `drizzle/`, then the ledger's functions.
 * Instances that start together wait for each other; a second run changes nothing.
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  try {
    // The database's own timeouts are meant for requests.
    await sql`set lock_timeout = 0`;
    await sql`set statement_timeout = 0`;
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await applyMigrations(drizzle(sql), { migrationsFolder: "drizzle" });
    await sql.begin(async (transaction) => {
      // In the order in which requests lock them, since the triggers are put on both.
      await transaction`lock table cards, transactions in share row exclusive mode`;
      for (const text of ledgerFunctions()) await transaction.unsafe(text);
    });
  } finally {
    // Ending the session releases the lock, whatever happened.
    await sql.end({ timeout: 5 });
  }
}
