import { expect } from "vitest";
import { closePool } from "@/lib/db/client/client";
import { asOwner } from "./database";

/** How many deadlocks this test file's database had. Ends all sessions, because they report them then, if not before. */
export async function deadlocks(): Promise<number> {
  await closePool();
  return await asOwner(async (sql) => {
    const others = () => sql`select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and application_name not like 'citus%'`;
    await expect.poll(others).toHaveLength(0);
    const [row] = await sql<{ count: number }[]>`select deadlocks::int as count
      from pg_stat_database where datname = current_database()`;
    return row?.count ?? -1;
  });
}
