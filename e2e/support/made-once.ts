import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";

/**
 * What all workers of a run use and the first that needs it makes, while the others wait. It has to
 * survive JSON. A worker that fails leaves it to the next.
 */
export async function madeOnce<T>(name: string, sql: Sql, make: () => Promise<T>): Promise<T> {
  const file = join(process.env.SCRIP_DATA_DIR ?? "", `${name}.json`);
  return await sql.begin(async (tx) => {
    for (const limit of [
      "lock_timeout",
      "statement_timeout",
      "idle_in_transaction_session_timeout",
    ]) {
      await tx`select set_config(${limit}, '0', true)`;
    }
    await tx`select pg_advisory_xact_lock(hashtext(${name}))`;
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
    const made = await make();
    writeFileSync(file, JSON.stringify(made));
    return made;
  });
}
