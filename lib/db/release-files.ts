import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MIGRATIONS_FOLDER = "drizzle";
const FUNCTIONS_FOLDER = join("lib", "ledger");

/** An SQL file of this release, as recorded in `migrations.installed`. */
export type ReleaseFile = { name: string; text: string; checksum: string };

const filesIn = (folder: string): ReleaseFile[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return { name: file, text, checksum: createHash("sha256").update(text).digest("hex") };
    });

/** The migrations, in installation order. Each is installed once. */
export const migrationFiles = (): ReleaseFile[] => filesIn(MIGRATIONS_FOLDER);

/** The ledger's SQL functions, in installation order. A changed file is installed again. */
export const functionFiles = (): ReleaseFile[] => filesIn(FUNCTIONS_FOLDER);

/** The installed migrations that this release doesn't have. Their names begin with a number. */
export function newerMigrations(installed: readonly string[]): string[] {
  const known = new Set(migrationFiles().map(({ name }) => name));
  return installed.filter((name) => /^\d{4}_.*\.sql$/.test(name) && !known.has(name));
}

export const NEWER_DATABASE =
  "The database belongs to a newer release of Scrip. Nothing was changed. Deploy that release.";
