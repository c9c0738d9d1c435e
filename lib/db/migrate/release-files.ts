import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const MIGRATIONS_FOLDER = "drizzle";
const FUNCTIONS_FOLDER = join("lib", "ledger");

/** An SQL file of this release, as recorded in `migrations.installed`. */
export type ReleaseFile = { name: string; text: string; checksum: string };

/** The SQL files in a folder and those below it, by name. */
const filesIn = (folder: string): ReleaseFile[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      return { name: basename(file), text, checksum };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** The migrations, in installation order. Each is installed once. */
export const migrationFiles = (): ReleaseFile[] => filesIn(MIGRATIONS_FOLDER);

/** The ledger's SQL functions, in installation order. A changed file is installed again. */
export const functionFiles = (): ReleaseFile[] => filesIn(FUNCTIONS_FOLDER);

/** Whether a migration builds an index without locking its table, which Postgres does outside a transaction only. */
export const isConcurrent = ({ text }: ReleaseFile): boolean =>
  /^create (unique )?index concurrently /im.test(text);

/** The migrations of the versions before 1.0.0, in order. */
const FORMER_MIGRATIONS = [
  "0000_base.sql",
  "0001_trust.sql",
  "0002_till.sql",
  "0003_retries.sql",
  "0004_closings.sql",
  "0005_imported.sql",
  "0006_looks.sql",
  "0007_session_settings.sql",
];

/** The installed migrations of versions before 1.0.0, and whether they are all of them. */
export function formerMigrations(installed: readonly string[]) {
  const names = FORMER_MIGRATIONS.filter((name) => installed.includes(name));
  return { names, areComplete: names.length === FORMER_MIGRATIONS.length };
}

/** The installed migrations that this release doesn't have. Their names begin with a number. */
export function newerMigrations(installed: readonly string[]): string[] {
  const ownNames = new Set(migrationFiles().map(({ name }) => name));
  return installed.filter((name) => /^\d{4}_.*\.sql$/.test(name) && !ownNames.has(name));
}

export const INCOMPLETE_FORMER =
  "This database belongs to a version before 1.0.0 that isn't the last one. Nothing was changed. Update it with the " +
  "last one first: check out commit 819dc52f and run: npm run -s scrip -- db migrate";

export const NEWER_DATABASE =
  "The database belongs to a newer release of Scrip. Nothing was changed. Deploy that release.";
