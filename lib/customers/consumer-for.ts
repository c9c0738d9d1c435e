import { sql } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { newId } from "../ids";

/** The id of the consumer with this normalized email. Creates the consumer if there is none. */
export async function consumerFor(conn: Db | Tx, email: string): Promise<string> {
  const [row] = await conn.execute<{ id: string }>(
    sql`select consumer_for(${newId()}, ${email}) as id`,
  );
  if (!row) throw new Error("consumer_for() gave no row");
  return row.id;
}
