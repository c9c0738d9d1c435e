import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwner } from "./database";

/** Runs work in a temporary copy of the migrations and functions, which it can change with `write`. */
export async function inRelease(
  work: (write: (path: string, text: string) => void) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "scrip-migrate-"));
  const home = process.cwd();
  try {
    for (const part of ["drizzle", join("lib", "ledger")]) {
      cpSync(part, join(folder, part), { recursive: true });
    }
    process.chdir(folder);
    await work((path, text) => writeFileSync(join(folder, path), text));
  } finally {
    process.chdir(home);
    rmSync(folder, { recursive: true, force: true });
    // This release doesn't have them, and would refuse a newer one's database.
    await asOwner((sql) => sql`delete from migrations.installed where name like '9%'`);
  }
}
